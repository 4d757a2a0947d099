import { expect, test } from 'vitest'
import { findUnprintable } from '../../../../lib/core/plan/table-memory.ts'

const table = (rows: number) => ({ cells: rows * 11, pages: Math.ceil(rows / 27.6) })

test.each([
  ['a table of 5,000 rows', [table(5000)], true, undefined],
  ['8,000 rows', [table(8000)], true, table(8000)],
  ['8,000 rows without tags', [table(8000)], false, table(8000)],
  ['8,000 rows in eight tables', Array.from({ length: 8 }, () => table(1000)), true, undefined],
  ['the larger of two tables', [table(1000), table(7000)], true, table(7000)],
  ['no table', [], true, undefined],
])('%s', (_, tables, isTagged, expected) => {
  expect(findUnprintable(tables, isTagged)).toEqual(expected)
})
