import { expect, test } from 'vitest'
import { createRenderReport, noteExpired } from '../../../../lib/core/telemetry/render-report.ts'

test('a wait that expires several times is reported once', () => {
  const report = createRenderReport()
  for (const wait of ['scroll', 'images', 'scroll']) noteExpired(report, wait)
  expect(report.waitsExpired).toEqual(['scroll', 'images'])
})
