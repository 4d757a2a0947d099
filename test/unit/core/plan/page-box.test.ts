import { expect, test } from 'vitest'
import { isExact, parsePageSize, toRuleLength, withExactBox } from '../../../../lib/core/plan/page-box.ts'

const a4 = { width: 210 / 25.4, height: 297 / 25.4 }
const boxOf = (entries: string) => /\/MediaBox \[([^\]]*)\]/.exec(entries)?.[1]

test.each([
  ['rounded up', '595.91998 841.91998', [a4], '0 0.03 595.276 841.92'],
  ['rounded down', '594.95996 841.91998', [a4], '0 0.03 595.276 841.92'],
  ['lower than the exact size', '300 300', [{ width: 300 / 72, height: 300.4 / 72 }], '0 -0.4 300 300'],
  ['of another size', '612 792', [a4], '0 0 612 792'],
  [
    'one of several',
    '242.87999 153.119995',
    [a4, { width: 85.6 / 25.4, height: 53.98 / 25.4 }],
    '0 0.106 242.646 153.12',
  ],
])('a box that is %s', (_, box, sizes, expected) => {
  expect(boxOf(withExactBox(`/Type /Page\n/MediaBox [0 0 ${box}]\n/Contents 3 0 R`, sizes))).toBe(expected)
})

test('paper in whole points is printed exactly', () => {
  expect(
    [{ width: 8.5, height: 11 }, { width: 300 / 72, height: 10 }, a4, { width: 8.5, height: 11.01 }].map(
      isExact,
    ),
  ).toEqual([true, true, false, false])
})

test.each([
  ['100mm 60mm', [100 / 25.4, 60 / 25.4]],
  ['A4 landscape', [210 / 25.4, 297 / 25.4]],
  ['4in', [4, 4]],
  ['landscape', []],
  ['auto', []],
])('the page size %s', (value, expected) => {
  const [first] = parsePageSize(value)
  const found = first === undefined ? [] : [first.width, first.height]
  expect(found.map((side) => side.toFixed(6))).toEqual(expected.map((side) => side.toFixed(6)))
})

test('a side in a page rule is rounded up by the background of the document', () => {
  expect([8.5, 204.019 / 96, 323.53 / 96].map(toRuleLength)).toEqual(['816px', '204.52px', '323.53px'])
})
