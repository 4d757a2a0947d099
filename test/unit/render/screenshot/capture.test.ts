import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ScreenshotPlan } from '../../../../lib/core/plan/render-plan.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { capture } from '../../../../lib/render/outputs/screenshot/capture.ts'
import type { CaptureSession } from '../../../../lib/render/outputs/screenshot/capture-context.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'

const plan = {
  format: 'jpeg',
  quality: 80,
  omitBackground: false,
  fullPage: false,
  captureBeyondViewport: false,
  viewport: {
    width: 40,
    height: 30,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    isLandscape: false,
  },
} as ScreenshotPlan

const image = (format: 'jpeg' | 'png', width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })
    .toFormat(format)
    .toBuffer()

/** A page whose screenshot is `body`; returns the names of the commands that it received. */
const fakeSession = (body: Buffer | Error, { imagesBegin = 0 } = {}) => {
  const sent: string[] = []
  const bytes = () => {
    if (body instanceof Error) throw body
    return body
  }
  let shots = 0
  const frames = {
    draw: async () => {
      sent.push('frame')
      return shots++ < imagesBegin ? {} : { image: bytes() }
    },
    hurry: (work: () => Promise<unknown>) => work(),
    time: { stop: () => {} },
    capture: async () => {
      sent.push('Page.captureScreenshot')
      return bytes()
    },
  }
  const send = async (method: string, params?: unknown) => {
    sent.push(params && Object.keys(params).length === 0 ? `${method} {}` : method)
    return { bounds: {} }
  }
  return { sent, session: { page: {}, cdp: { send }, frames } as unknown as CaptureSession }
}

test.each([
  ['a later frame', 1, ['frame', 'frame'], 'frame'],
  ['the browser', 3, ['frame', 'frame', 'frame', 'Page.captureScreenshot'], 'command'],
])(
  'a viewport whose first frame has no image is captured by %s',
  async (_by, imagesBegin, commands, mode) => {
    const { sent, session } = fakeSession(await image('jpeg'), { imagesBegin })
    const report = createRenderReport()
    await capture(session, plan, report)
    expect(sent).toEqual(commands)
    expect(report.captureMode).toBe(mode)
  },
)

test.each([
  ['something else', Buffer.from('<html>')],
  ['an image of another format', await image('png')],
  ['a smaller image', await image('jpeg', 40, 20)],
])('%s instead of the image is an internal error', async (_case, body) => {
  const { session } = fakeSession(body)
  await expect(capture(session, plan, createRenderReport())).rejects.toMatchObject({
    statusCode: 500,
    code: 'internal_error',
  })
})

test('a viewport beyond the limits is refused before anything is captured', async () => {
  const { sent, session } = fakeSession(await image('jpeg'))
  const large = { ...plan, viewport: { ...plan.viewport, width: 7680, height: 7680, deviceScaleFactor: 2 } }
  await expect(capture(session, large, createRenderReport())).rejects.toMatchObject({
    statusCode: 400,
    code: 'result_too_large',
    message: expect.stringContaining('100 million pixels'),
  })
  expect(sent).toEqual([])
})

test('an image that would be scaled to too many pixels before it is cut is refused before anything is captured', async () => {
  const { sent, session } = fakeSession(await image('png'))
  const cover = (width: number): ScreenshotPlan => ({
    ...plan,
    format: 'png',
    viewport: { ...plan.viewport, width, height: 10_000 },
    thumbnail: { width: 7680, height: 100, fit: { kind: 'cover', position: 'center' } },
  })
  await expect(capture(session, cover(1), createRenderReport())).rejects.toMatchObject({
    code: 'result_too_large',
    message: expect.stringMatching(/7680 by 76800000 pixels, but it can have 10,000,000 pixels per side/),
  })
  expect(sent).toEqual([])
  // A wider page passes this check, and the image of the fake page is smaller than it.
  await expect(capture(session, cover(8), createRenderReport())).rejects.toMatchObject({
    code: 'internal_error',
  })
})

test('a browser that does not respond is a timeout at the end of the render', async () => {
  const frames = { draw: () => new Promise(() => {}) }
  const session = { page: {}, cdp: {}, frames } as unknown as CaptureSession
  await expect(
    inFakeTime(() => capture(session, plan, createRenderReport(), { endsMs: nowMs() + 50 })),
  ).rejects.toMatchObject({ statusCode: 400, code: 'page_timeout' })
})

test('an aborted render ends with its own reason', async () => {
  const frames = { draw: () => new Promise(() => {}) }
  const session = { page: {}, cdp: {}, frames } as unknown as CaptureSession
  const signal = AbortSignal.abort(new Error('over'))
  await expect(capture(session, plan, createRenderReport(), { signal })).rejects.toThrow('over')
})
