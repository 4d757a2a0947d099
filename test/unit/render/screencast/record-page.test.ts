import { expect, test } from 'vitest'
import type { ScreencastPlan } from '../../../../lib/core/plan/render-plan.ts'
import type { ReadyPage } from '../../../../lib/render/page/render-page.ts'
import { recordPage } from '../../../../lib/render/screencast/record-page.ts'

test('no frame is in progress while the window changes its size', async () => {
  const calls: string[] = []
  const send = async (method: string) => {
    calls.push(method)
    if (method === 'HeadlessExperimental.beginFrame') throw new Error('The camera is open.')
    return method === 'Target.getTargetInfo' ? { targetInfo: { targetId: '1' } } : { windowId: 1 }
  }
  const browserSession = { send, detach: async () => undefined }
  const page = {
    browser: () => ({ target: () => ({ createCDPSession: async () => browserSession }) }),
    on: () => undefined,
  }
  const frames = { stop: async () => void calls.push('the clock of the frames stops') }
  const ready = {
    session: { page, cdp: { send, on: () => undefined }, frames },
    context: { world: { call: async () => false } },
  } as unknown as ReadyPage
  const viewport = { width: 320, height: 240, deviceScaleFactor: 2 }
  const plan = { viewport, durationMs: 100, fps: 30 } as ScreencastPlan
  await expect(
    recordPage(ready, plan, {} as never, { endsMs: Date.now() + 1000, isClockLeft: false }),
  ).rejects.toThrow('The camera is open.')
  const sizes = calls.indexOf('Browser.setWindowBounds')
  expect(calls.indexOf('the clock of the frames stops')).toBeGreaterThanOrEqual(0)
  expect(sizes).toBeGreaterThan(calls.indexOf('the clock of the frames stops'))
})
