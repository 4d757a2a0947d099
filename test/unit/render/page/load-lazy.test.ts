import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { loadLazyContent } from '../../../../lib/render/page/load-lazy.ts'
import type { World } from '../../../../lib/render/page/world.ts'
import { scaleLimits } from '../../../support/scale-limits.ts'

const load = async (response: object | Promise<never>) => {
  using _ = scaleLimits(0.01)
  const report = createRenderReport()
  const world = { call: async () => response } as unknown as World
  const hasLazy = await loadLazyContent({ world, report, signal: undefined }, false)
  return { hasLazy, waitsExpired: report.waitsExpired }
}

test.each([
  ['is there', { loaded: 2, isExpired: false }, true, []],
  ['is not there', { loaded: 0, isExpired: false }, false, []],
  ['is in a frame that does not load', { loaded: 1, isExpired: true }, true, ['lazy']],
  ['may be in a page that does not respond', new Promise<never>(() => {}), true, ['lazy']],
])('content that waits for scrolling and %s', async (_, response, hasLazy, waitsExpired) => {
  expect(await load(response)).toEqual({ hasLazy, waitsExpired })
})
