import { expect, test } from 'vitest'
import type { ScreencastPlan } from '../../../../lib/core/plan/render-plan.ts'
import type { FrameRequest } from '../../../../lib/render/browser/frame-clock.ts'
import { recordPage } from '../../../../lib/render/outputs/screencast/record-page.ts'
import type { RenderedPage } from '../../../../lib/render/render-page.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'

test('no frame is in progress while the window changes its size', async () => {
  const calls: string[] = []
  const send = async (method: string) => {
    calls.push(method)
    return { windowId: 1, bounds: {} }
  }
  const page = { on: () => undefined }
  const frames = {
    stop: async () => void calls.push('the clock of the frames stops'),
    draw: () => Promise.reject(new Error('The camera is open.')),
  }
  const ready = {
    session: { page, cdp: { send, on: () => undefined }, frames },
    context: { world: { call: async () => false }, report: {} },
  } as unknown as RenderedPage
  const viewport = { width: 320, height: 240, deviceScaleFactor: 2 }
  const plan = { viewport, durationMs: 100, fps: 30 } as ScreencastPlan
  await expect(recordPage(ready, plan, {} as never, { endsMs: nowMs() + 1000, repeatMs: 0 })).rejects.toThrow(
    'The camera is open.',
  )
  const sizes = calls.indexOf('Browser.setWindowBounds')
  expect(calls.indexOf('the clock of the frames stops')).toBeGreaterThanOrEqual(0)
  expect(sizes).toBeGreaterThan(calls.indexOf('the clock of the frames stops'))
})

/** A page whose frames are drawn by `draw`, which gets their number and may return an image, or an empty string for none. */
const createReadyPage = (draw: (index: number) => Promise<string>, repeated?: 'clock') => {
  const calls: string[] = []
  let drawn = 0
  const cdp = {
    send: async (method: string) => {
      calls.push(method)
      return {}
    },
  }
  const page = { on: () => undefined }
  const context = {
    world: { call: async () => false },
    network: { pending: () => 0 },
    signal: new AbortController().signal,
    report: { repeated },
  }
  const frames = {
    time: { nowMs: () => 0, pause: async () => {}, advance: async () => {} },
    stop: async () => {},
    async draw({ screenshot }: FrameRequest = {}) {
      const image = await draw(drawn++)
      return { hasDamage: true, ...(screenshot && image && { image: Buffer.from(image) }) }
    },
  }
  return { calls, ready: { session: { page, cdp, frames }, context } as unknown as RenderedPage }
}

const record = async (ready: RenderedPage, { leftMs, repeatMs }: { leftMs: number; repeatMs: number }) => {
  const added: (string | undefined)[] = []
  const encoder = { add: async (image: Buffer | undefined) => void added.push(image?.toString()) }
  const viewport = { width: 320, height: 240, deviceScaleFactor: 1 }
  const plan = { viewport, durationMs: 1000, fps: 30, scroll: undefined } as unknown as ScreencastPlan
  const facts = await inFakeTime(() =>
    recordPage(ready, plan, encoder as never, { endsMs: nowMs() + leftMs, repeatMs }),
  )
  return { added, facts }
}

const images = (added: (string | undefined)[]) => added.filter((image) => image !== undefined)

test('a frame that is in progress when the time is up is omitted, and the last frame is repeated', async () => {
  // One image is taken before the first frame, and one of a frame is requested after it is drawn.
  const { calls, ready } = createReadyPage(async (index) => (index < 3 ? `${index}` : new Promise(() => {})))
  const { added, facts } = await record(ready, { leftMs: 300, repeatMs: 1 })
  expect(added).toHaveLength(30)
  expect(images(added)).toEqual(['2'])
  expect(facts).toMatchObject({ mode: 'virtual', frames: 30 })
  expect(calls).toContain('Runtime.terminateExecution')
})

test('a frame without an image repeats the previous one and counts as skipped', async () => {
  // After three changed frames, which are drawn twice, each frame is drawn once, and again if its image does not come.
  const { ready } = createReadyPage(async (index) => (index === 20 || index === 21 ? '' : `${index}`))
  const { added, facts } = await record(ready, { leftMs: 60_000, repeatMs: 1 })
  expect(facts).toMatchObject({ mode: 'virtual', frames: 30, skipped: 1 })
  expect(added.slice(15, 19)).toEqual(['19', undefined, '23', '25'])
})

test('a recording in real time that begins late repeats its last frame when the time is up', async () => {
  const { ready } = createReadyPage(async (index) => `${index}`, 'clock')
  const { added, facts } = await record(ready, { leftMs: 300, repeatMs: 1 })
  expect(added).toHaveLength(30)
  expect(facts).toMatchObject({ mode: 'realtime', frames: 30 })
  expect(facts.skipped).toBeGreaterThanOrEqual(15)
})

test('a frame in real time that is in progress when the time is up is omitted', async () => {
  const { calls, ready } = createReadyPage(
    async (index) => (index < 3 ? `${index}` : new Promise(() => {})),
    'clock',
  )
  const { added, facts } = await record(ready, { leftMs: 300, repeatMs: 1 })
  expect(added).toHaveLength(30)
  expect(images(added).length).toBeGreaterThan(0)
  expect(facts).toMatchObject({ mode: 'realtime', frames: 30 })
  expect(calls).toContain('Runtime.terminateExecution')
})
