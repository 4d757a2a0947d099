import { describe, expect, test } from 'vitest'
import { parsePageRanges } from '../../../lib/schema/page-ranges.ts'

describe('page ranges', () => {
  test.each([
    ['1', [{ from: 1, to: 1 }]],
    [
      '1-5, 8',
      [
        { from: 1, to: 5 },
        { from: 8, to: 8 },
      ],
    ],
    [
      '1-5,8',
      [
        { from: 1, to: 5 },
        { from: 8, to: 8 },
      ],
    ],
    [' 2 - 3 ', [{ from: 2, to: 3 }]],
    ['3-3', [{ from: 3, to: 3 }]],
    [
      '8, 1',
      [
        { from: 8, to: 8 },
        { from: 1, to: 1 },
      ],
    ],
    ['11-', [{ from: 11 }]],
    ['999999', [{ from: 999_999, to: 999_999 }]],
  ])('%j', (text, ranges) => expect(parsePageRanges(text)).toEqual(ranges))

  test('up to 100 of them', () => {
    const ranges = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',')
    expect(parsePageRanges(ranges(100))).toHaveLength(100)
    expect(parsePageRanges(ranges(101))).toBeUndefined()
  })
})

test.each([
  ...[
    '',
    ' ',
    ',',
    '1,',
    ',1',
    '1,,2',
    '0',
    '0-3',
    '5-2',
    '-3',
    '-',
    '1--2',
    '1-2-3',
    '1;2',
    '1 2',
    'a',
    '1a',
  ],
  ...['1.5', '+1', '1e3', '1000000', '１', '1\n2', '1–3'],
])('%j is not a list of ranges', (text) => expect(parsePageRanges(text)).toBeUndefined())
