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
  /** Frames whose image the browser does not send by itself. */
  isLost?: (frame: number) => boolean
}

/** A browser that draws the frames of a video, and the commands that it received. */
const startBrowser = ({ framesWithout = 0, isStill = () => false, isLost = () => false }: Behavior = {}) => {
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
    if (isStreaming && hasDamage && !isLost(frame)) {
      const event = { data: image(), metadata: { timestamp: Date.now() / 1000 }, sessionId: 1 }
      setTimeout(() => events.emit('Page.screencastFrame', event), 5)
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
  await expect(openCamera(cdp, 50)).rejects.toThrow(DeadlineError)
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

test('an image that the browser does not send is requested, and so are all further ones', async () => {
  const browser = startBrowser({ isLost: (frame) => frame === 11 })
  const images = await record(await openCamera(browser.cdp), 20)
  // The next frame has been drawn by then.
  expect(images.slice(0, 11)).toEqual(all(11))
  expect(images[11]).toBe('image 12')
  expect(images.slice(13)).toEqual(all(20).slice(13))
  expect(browser.count('startScreencast')).toBe(1)
  expect(browser.count('stopScreencast')).toBe(1)
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
