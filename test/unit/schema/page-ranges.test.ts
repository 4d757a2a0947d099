import { expect, test } from 'vitest'
import { parsePageRanges } from '../../../lib/schema/page-ranges.ts'

const read = (text: string) => parsePageRanges(text)?.map(({ from, to = '' }) => `${from}-${to}`)

test.each([
  ['1', ['1-1']],
  ['1-5, 8', ['1-5', '8-8']],
  [' 2 - 3 ', ['2-3']],
  ['8, 1', ['8-8', '1-1']],
  ['11-', ['11-']],
  ['999999', ['999999-999999']],
])('%j are page ranges', (text, ranges) => expect(read(text)).toEqual(ranges))

test('up to 100 ranges are accepted', () => {
  const ranges = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',')
  expect(read(ranges(100))).toHaveLength(100)
  expect(read(ranges(101))).toBeUndefined()
})

test.each([
  ...['', ' ', ',', '1,', ',1', '1,,2', '0', '0-3', '5-2', '-3', '-', '1--2', '1-2-3', '1;2', '1 2', 'a'],
  ...['1a', '1.5', '+1', '1e3', '1000000', '１', '1\n2', '1–3'],
])('%j is not a list of ranges', (text) => expect(read(text)).toBeUndefined())
