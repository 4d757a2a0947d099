import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ignore } from '../../../../lib/base/timers.ts'
import type { ScreencastPlan } from '../../../../lib/core/plan/render-plan.ts'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { startVideoActions } from '../../../../lib/render/outputs/screencast/act-in-video.ts'
import type { RenderedPage } from '../../../../lib/render/render-page.ts'
import type { Action } from '../../../../lib/schema/fields/actions.ts'

interface Sent {
  timeMs: number
  type: string
  x?: number
  y?: number
}

/** A page with one element at rest, which answers immediately. */
const film = (actions: Action[], durationMs: number, pointerError?: string) => {
  const sent: Sent[] = []
  const drawn: number[][] = []
  const report = createRenderReport()
  let timeMs = 0
  const send = async (_method: string, event: Omit<Sent, 'timeMs'>) => void sent.push({ ...event, timeMs })
  const call = async (name: string, ...args: number[]) => {
    if (name === 'drawPointer') drawn.push(args)
    if (name === 'drawPointer' && pointerError !== undefined) throw new Error(pointerError)
    return name === 'findTarget' ? { x: 300, y: 200, left: 280, top: 190, isCovered: false } : null
  }
  const ready = {
    session: { cdp: { send } },
    context: { world: { call }, report },
  } as unknown as RenderedPage
  const viewport = { width: 400, height: 300, deviceScaleFactor: 2 }
  const video = startVideoActions(ready, {
    actions,
    viewport,
    durationMs,
    showPointer: true,
  } as unknown as ScreencastPlan)
  const record = async () => {
    for (; timeMs < durationMs; timeMs += 40) await video.advance(timeMs)
    await video.end('duration')
  }
  return { sent, drawn, record, report }
}

const click: Action = { action: 'click', selector: 'a' }

test.each([
  ['responds later', true],
  ['does not respond', false],
])(
  'an action that is in progress when the time of a recording is up is a page_timeout: the page %s',
  async (_name, responds) => {
    const { promise: response, resolve: respond } = Promise.withResolvers<object>()
    const ready = {
      session: { cdp: { send: () => response } },
      context: { world: { call: () => response, contextId: async () => 1 } },
    } as unknown as RenderedPage
    const plan = {
      actions: [{ action: 'evaluate', script: '1' }],
      viewport: { width: 400, height: 300, deviceScaleFactor: 1 },
      durationMs: 2_000,
      showPointer: false,
    }
    const video = startVideoActions(ready, plan as unknown as ScreencastPlan)
    await video.advance(0)
    const abandoned = video.advance(400).catch(ignore)
    await pause(20)
    const ended = video.end('timeout')
    if (responds) respond({ result: {} })
    await expect(ended).rejects.toMatchObject({
      code: 'page_timeout',
      message: '`actions[0]` (evaluate): the video ended before it. Increase `timeout`.',
    })
    await abandoned
  },
)

test('a pointer that cannot be drawn is logged once, and is absent while the page navigates', async () => {
  const broken = film([click], 1_000, 'no document')
  await broken.record().catch(ignore)
  expect(broken.report.faults).toHaveLength(1)
  expect(broken.report.faults?.[0]).toMatch(/^pointer: Error: no document/)
  const navigating = film([click], 1_000, 'Cannot find context with specified id')
  await navigating.record().catch(ignore)
  expect(navigating.report.faults).toBeUndefined()
})
