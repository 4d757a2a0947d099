import { EventEmitter } from 'node:events'
import type { CDPSession } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { DeadlineError } from '../../../../lib/deadline.ts'
import { type Camera, openCamera } from '../../../../lib/render/screencast/camera.ts'

interface Behavior {
  /** Number of first frames that have no image, although it is requested. */
  framesWithout?: number
  /** Frames that change nothing, by their number in the video. */
  isStill?: (frame: number) => boolean
  /** Milliseconds until the browser sends the image of a frame by itself. Never if infinite. */
  delayMs?: (frame: number) => number
}

/** A browser that draws the frames of a video, and the commands that it received. */
const startBrowser = ({ framesWithout = 0, isStill = () => false, delayMs = () => 5 }: Behavior = {}) => {
  const commands: string[] = []
  let requested = 0
  let content = -1
  let isStreaming = false
  const events = new EventEmitter()
  const image = () => Buffer.from(`image ${content}`)
  const beginFrame = ({ frameTimeTicks, screenshot }: { frameTimeTicks?: number; screenshot?: object }) => {
    const frame = (frameTimeTicks ?? -40) / 40
    const hasDamage = frame !== content && !isStill(frame)
    if (hasDamage) content = frame
    if (isStreaming && hasDamage && Number.isFinite(delayMs(frame))) {
      const event = { data: image(), metadata: { timestamp: Date.now() / 1000 }, sessionId: 1 }
      setTimeout(() => events.emit('Page.screencastFrame', event), delayMs(frame))
    }
    if (screenshot && requested++ < framesWithout) return { hasDamage }
    return { hasDamage, ...(screenshot && { screenshotData: image() }) }
  }
  const send = async (method: string, parameters: object) => {
    commands.push(method.slice(method.indexOf('.') + 1))
    if (method === 'Page.startScreencast') isStreaming = true
    if (method === 'Page.stopScreencast') isStreaming = false
    return method === 'HeadlessExperimental.beginFrame' ? beginFrame(parameters) : {}
  }
  return {
    cdp: Object.assign(events, { send }) as unknown as Pick<CDPSession, 'send' | 'on'>,
    count: (command: string) => commands.filter((other) => other === command).length,
  }
}

/** Records frames as videos do: the image of one is taken when the next one is drawn. */
const record = async (camera: Camera, frames: number) => {
  const images: (string | undefined)[] = []
  let previous: { image(): Promise<Buffer | undefined> } | undefined
  for (let frame = 0; frame <= frames; frame++) {
    const shot = frame < frames ? await camera.shoot({ frameMs: frame * 40, intervalMs: 40 }) : undefined
    if (previous) images.push((await previous.image())?.toString())
    previous = shot
  }
  return images
}

const all = (frames: number) => Array.from({ length: frames }, (_, frame) => `image ${frame}`)

test('a camera waits for the first image while a page is replaced', async () => {
  const camera = await openCamera(startBrowser({ framesWithout: 30 }).cdp)
  expect(await record(camera, 1)).toEqual(all(1))
})

test('a browser that returns no image exceeds a deadline', async () => {
  const { cdp } = startBrowser({ framesWithout: Number.POSITIVE_INFINITY })
  await expect(openCamera(cdp, { firstMsMax: 50 })).rejects.toThrow(DeadlineError)
})

test('a page in motion is streamed, in parts of less than a second', async () => {
  const browser = startBrowser()
  expect(await record(await openCamera(browser.cdp), 60)).toEqual(all(60))
  // 3 of 60 frames are requested, and 57 frames of 40 ms are three parts.
  expect(browser.count('startScreencast')).toBe(3)
  expect(browser.count('screencastFrameAck')).toBe(57)
})

test('a frame that changes nothing has no image, streamed or not', async () => {
  const isStill = (frame: number) => frame === 1 || frame === 20 || frame === 21
  const images = await record(await openCamera(startBrowser({ isStill }).cdp), 30)
  expect(images).toEqual(all(30).map((image, frame) => (isStill(frame) ? undefined : image)))
})

test.each([
  ['is lost', (frame: number) => (frame === 11 ? Number.POSITIVE_INFINITY : 5)],
  ['and the next one are lost', (frame: number) => (frame > 10 ? Number.POSITIVE_INFINITY : 5)],
  ['comes too late', (frame: number) => (frame === 11 ? 1_700 : 5)],
])('an image that %s is requested, and so are all further ones', async (_what, delayMs) => {
  const browser = startBrowser({ delayMs })
  const camera = await openCamera(browser.cdp)
  const images = await record(camera, 20)
  expect(images.slice(0, 11)).toEqual(all(11))
  // The next frame has been drawn by then.
  expect(images.slice(11, 13)).toEqual(['image 12', undefined])
  expect(images.slice(13)).toEqual(all(20).slice(13))
  expect(camera.lost).toBeGreaterThan(0)
  expect(browser.count('startScreencast')).toBe(1)
})

test('a lost image does not end the recording when the stream starts again', async () => {
  // Frames 3 to 25 are the first part of the stream.
  const delayMs = (frame: number) => (frame === 25 ? Number.POSITIVE_INFINITY : 5)
  const images = await record(await openCamera(startBrowser({ delayMs }).cdp), 30)
  expect(images.slice(0, 25)).toEqual(all(25))
  expect(images.slice(27)).toEqual(all(30).slice(27))
})

test('a camera that does not stream requests every image', async () => {
  const browser = startBrowser()
  expect(await record(await openCamera(browser.cdp, { streams: false }), 20)).toEqual(all(20))
  expect(browser.count('startScreencast')).toBe(0)
})

test('frames are not streamed while some are skipped', async () => {
  const browser = startBrowser()
  const camera = await openCamera(browser.cdp)
  await record(camera, 10)
  await (await camera.skip({ frameMs: 400, intervalMs: 40 })).image()
  expect(browser.count('stopScreencast')).toBe(1)
  const shot = await camera.shoot({ frameMs: 400, intervalMs: 40 })
  expect(String(await shot.image())).toBe('image 10')
  expect(browser.count('startScreencast')).toBe(1)
})
