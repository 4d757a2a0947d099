import type { Browser } from 'puppeteer-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { ignore } from '../../../lib/base/timers.ts'
import { createEncoder } from '../../../lib/render/outputs/screencast/encode/create-encoder.ts'
import type { Encoder } from '../../../lib/render/outputs/screencast/encode/encoder.ts'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'

const fixture = await startBrowserFixture()
const frame = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#26a' } })
  .jpeg()
  .toBuffer()

afterAll(() => fixture[Symbol.asyncDispose]())

const video = {
  format: 'mp4' as const,
  fps: 30,
  frames: 900,
  width: 320,
  height: 240,
  crop: { x: 0, y: 0, width: 320, height: 240 },
}

const encoderTargets = (browser: Browser) =>
  browser.targets().filter((target) => target.url().startsWith('http://localhost/'))

/** Runs the work with an encoder in the browser of a page, and gives what is left of the encoder after it. */
const withEncoder = (work: (encoder: Encoder, browser: Browser) => Promise<void>) =>
  fixture.render(async ({ page, scripts }) => {
    const browser = page.browser()
    {
      await using encoder = await createEncoder({ browser, script: scripts.video, note: ignore }, video)
      expect(encoderTargets(browser)).toHaveLength(1)
      await work(encoder, browser)
    }
    return encoderTargets(browser)
  })

const encoderPage = async (browser: Browser) => {
  const page = await encoderTargets(browser)[0]?.page()
  if (!page) throw new Error('the encoder has no page')
  return page
}

/** As a video does: frames until the end, or until one is refused. */
const addAll = async (encoder: Encoder) => {
  for (let i = 0; i < video.frames; i++) await encoder.add(frame)
  await encoder.finish()
}

test('an encoder whose browser is being ended fails the video', async () => {
  const budget = new AbortController()
  const failed = Promise.withResolvers<unknown>()
  const ended = fixture.render(
    async ({ page, scripts }) => {
      await using encoder = await createEncoder(
        { browser: page.browser(), script: scripts.video, note: ignore },
        video,
      )
      await encoder.add(frame)
      const finished = encoder.finish()
      budget.abort(new Error('over'))
      await finished.catch(failed.resolve)
    },
    { signal: budget.signal },
  )
  await expect(ended).rejects.toThrow('over')
  await expect(failed.promise).resolves.toEqual(new Error('The browser was disconnected.'))
})

test('an encoder whose page crashes fails the video with the cause and closes its page', async () => {
  const left = await withEncoder(async (encoder, browser) => {
    await encoder.add(frame)
    const recording = expect(addAll(encoder)).rejects.toThrow('The encoder crashed.')
    const session = await (await encoderPage(browser)).createCDPSession()
    session.send('Page.crash').catch(() => undefined)
    await recording
  })
  expect(left).toEqual([])
})
