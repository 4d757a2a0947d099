import { expect, test } from 'vitest'
import { areasToKeep, mergeRows, planRows, type Rows } from '../../../../lib/core/plan/plan-rows.ts'

test('rows that overlap or nearly touch are merged', () => {
  const rows: Rows[] = [
    [300, 400],
    [0, 100],
    [90, 150],
    [170, 200],
  ]
  expect(mergeRows(rows, 20)).toEqual([
    [0, 200],
    [300, 400],
  ])
})

const stop = { from: 1000, until: 1500, limit: 1800, deferrable: 1200 }

test.each<[string, Rows[], Rows[], Rows[], number]>([
  ['nothing', [], [], [], 1500],
  ['a part, with its shadow', [[1100, 1300]], [], [[1076, 1324]], 1500],
  ['a part that ends below the stop but fits it', [[1400, 1700]], [], [[1376, 1724]], 1700],
  [
    'the part before one that fits the next stop only',
    [
      [1100, 1300],
      [1320, 1900],
    ],
    [],
    [[1076, 1320]],
    1320,
  ],
  ['a slice of a part that is taller than a stop', [[900, 3000]], [], [[1000, 1800]], 1800],
  ['no part that begins in the lower part of the window', [[1550, 1700]], [], [], 1500],
  [
    'no part that will show more at the next stop',
    [
      [1100, 1300],
      [1320, 1400],
    ],
    [[1320, 1400]],
    [[1076, 1320]],
    1320,
  ],
  ['a part that shows no more at the next stop', [[1100, 1300]], [[1150, 1200]], [[1076, 1324]], 1500],
  ['a part up to what is in it and will show more', [[900, 3000]], [[1400, 1600]], [[1000, 1400]], 1400],
])('a stop shows %s', (_name, parts, unfinished, rows, next) => {
  const areas = parts.map(([top, bottom]) => ({ x: 0, y: top, width: 100, height: bottom - top }))
  expect(planRows({ parts: areas, unfinished, hidden: [], others: [] }, stop)).toEqual({ rows, next })
})

test('the shadow of a part ends at its neighbors', () => {
  const parts = [{ x: 0, y: 1100, width: 100, height: 200 }]
  const others: Rows[] = [
    [1050, 1090],
    [1000, 1500],
    [1310, 1400],
  ]
  expect(planRows({ parts, unfinished: [], hidden: [], others }, stop).rows).toEqual([[1090, 1310]])
})

test('a stop ends before what shows nothing more yet and would be cut', () => {
  const content = { parts: [], unfinished: [], others: [] }
  expect(planRows({ ...content, hidden: [[1400, 1600]] }, stop).next).toBe(1400)
  expect(planRows({ ...content, hidden: [[1100, 1600]] }, stop).next).toBe(1500)
})

test('elements that have moved are kept, except behind parts', () => {
  const moved = { x: 0, y: 0, width: 100, height: 100 }
  expect(areasToKeep([moved], [{ x: 0, y: 60, width: 100, height: 200 }])).toEqual([{ ...moved, height: 60 }])
})
