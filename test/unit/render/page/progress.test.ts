import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { awaitPageShown } from '../../../../lib/render/page/progress.ts'
import type { Wait } from '../../../../lib/render/page/settle.ts'
import { needsOf } from '../../../../lib/render/use.ts'
import { nowMs } from '../../../support/now.ts'
import { plan } from '../../../support/render/render.ts'

/** A page whose progress screen has ended. */
const showWith = async (isStill: boolean) => {
  const report = createRenderReport()
  const results: Record<string, unknown> = { awaitProgress: false, awaitStillness: isStill, hasDrawn: true }
  const counts = { awaited: 0, missing: 0, isExpired: false }
  const wait = {
    world: { call: async (name: string) => (name in results ? results[name] : counts) },
    network: { pending: () => 0 },
    frames: { draw: async () => ({}), hurry: (work: () => unknown) => work() },
    signal: new AbortController().signal,
    budget: { settleMs: () => 0 },
    report,
    needs: needsOf('image', plan()),
  }
  await awaitPageShown(nowMs() + 1_000, wait as unknown as Wait)
  return report.incomplete
}

test('a page that still moves behind its progress screen is reported', async () => {
  expect(await showWith(false)).toEqual([{ part: 'section', reason: 'moving' }])
  expect(await showWith(true)).toEqual([])
})
