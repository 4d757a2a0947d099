import { expect, test } from 'vitest'
import { mergeRows, planRows, type Rows } from '../../../../lib/core/plan/plan-rows.ts'

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

const stop = { from: 1000, until: 1500, limit: 1800 }

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
  ['an element that has moved into a part, completely', [[1100, 1300]], [[1200, 1400]], [[1076, 1424]], 1500],
  [
    'no part with an element that has moved and is not completely visible',
    [[1100, 1300]],
    [[900, 1200]],
    [],
    1500,
  ],
  ['elements that have moved elsewhere', [[1100, 1200]], [[1300, 1400]], [[1076, 1224]], 1500],
])('a stop shows %s', (_name, parts, moved, rows, next) => {
  expect(planRows(parts, moved, stop)).toEqual({ rows, next })
})
