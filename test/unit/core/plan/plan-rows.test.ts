import { expect, test } from 'vitest'
import { divideRows, mergeRows, type Rows } from '../../../../lib/core/plan/plan-rows.ts'

test('rows that overlap or touch are merged', () => {
  const rows: Rows[] = [
    [300, 400],
    [0, 100],
    [90, 150],
    [150, 200],
  ]
  expect(mergeRows(rows)).toEqual([
    [0, 200],
    [300, 400],
  ])
})

test.each([
  ['from the edge above them, at each edge', [700, 1900], [600, 1200, 1800], [600, 1200, 1800, 2500, 3200]],
  ['from the top of the document', [-200, 500], [600], [0, 600]],
  ['in equal parts if a section is taller than the middle of a window', [0, 1200], [1200], [0, 600, 1200]],
  ['not at the edge of a small section', [0, 650], [100, 650], [0, 650]],
] as const)('rows are divided %s', (_name, rows, edges, ends) => {
  const divided = ends.slice(1).map((end, index) => [ends[index], end])
  expect(divideRows(rows, edges, 1000)).toEqual(divided)
})
