import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { fromStops } from '../../../../lib/render/outputs/screenshot/stop.ts'
import { inFakeTime } from '../../../support/in-fake-time.ts'
import { nowMs } from '../../../support/now.ts'

type Context = Parameters<typeof fromStops>[0]

const never = new Promise<never>(() => {})

/** Visits stops of a page whose frames are drawn, or none of them. */
const visit = (isDrawn: boolean, work: () => Promise<void>) =>
  inFakeTime(async () => {
    const calls: string[] = []
    const report = createRenderReport()
    const context = {
      report,
      endsMs: nowMs() + 10_000,
      world: {
        call: async (name: string) => {
          calls.push(name)
          await (isDrawn || never)
        },
      },
      frames: { hurry: <T>(called: () => Promise<T>) => called() },
    } as unknown as Context
    const beganMs = nowMs()
    await fromStops(context, { top: 0 } as Parameters<typeof fromStops>[1], work)
    return { calls, incomplete: report.incomplete, tookMs: nowMs() - beganMs }
  })

test('the page returns from its stops', async () => {
  const visited = await visit(true, async () => undefined)
  expect(visited).toEqual({ calls: ['leaveStops'], incomplete: [], tookMs: 0 })
})

test('a stop that is never drawn leaves what the whole capture shows, and time to encode it', async () => {
  const { incomplete, tookMs } = await visit(false, () => never)
  expect(incomplete).toEqual([{ part: 'section', reason: 'timeout' }])
  expect(tookMs).toBeLessThan(7_000)
})
