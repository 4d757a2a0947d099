import { expect, test } from 'vitest'
import {
  createRenderReport,
  noteExpired,
  noteFault,
  noteIncomplete,
} from '../../../../lib/core/telemetry/render-report.ts'

test('a wait that expires several times is reported once', () => {
  const report = createRenderReport()
  for (const wait of ['scroll', 'images', 'scroll']) noteExpired(report, wait)
  expect(report.waitsExpired).toEqual(['scroll', 'images'])
})

test('a part that is missing for several reasons is reported once for each', () => {
  const report = createRenderReport()
  for (const reason of ['moving', 'timeout', 'moving'] as const) noteIncomplete(report, 'section', reason)
  expect(report.incomplete).toEqual([
    { part: 'section', reason: 'moving' },
    { part: 'section', reason: 'timeout' },
  ])
})

test('an error is logged once, and no more errors than a log line can hold', () => {
  const report = createRenderReport()
  for (let index = 0; index < 100; index++) noteFault(report, 'rules', `error ${Math.floor(index / 2)}`)
  expect(report.faults).toEqual(Array.from({ length: 10 }, (_, index) => `rules: error ${index}`))
})
