import { applyPatch } from 'diff'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from '../../../../lib/core/watch/compare-texts.ts'
import { comparedText } from '../../../../lib/core/watch/compared-text.ts'

test('equal texts have no difference', () => {
  expect(compareTexts('a\nb\n', 'a\nb\n')).toEqual({ ratio: 0 })
})

test('a changed line is one removed and one added line, with the lines around it', () => {
  expect(compareTexts('Menu\n\nPrice: 10\n\nEnd\n', 'Menu\n\nPrice: 12\n\nEnd\n')).toEqual({
    ratio: 0.2,
    patch: [
      '--- before.md',
      '+++ after.md',
      '@@ -1,5 +1,5 @@',
      ' Menu',
      ' ',
      '-Price: 10',
      '+Price: 12',
      ' ',
      ' End',
      '',
    ].join('\n'),
  })
})

const lines = fc.array(fc.constantFrom('a', 'b', '', '+c', '-d', '@@ -1 +1 @@'), { maxLength: 12 })
const text = fc.tuple(lines, fc.boolean()).map(([all, ends]) => all.join('\n') + (ends ? '\n' : ''))

test('a patch turns the first text into the second, and the ratio is from 0 to 1', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { ratio, patch } = compareTexts(before, after)
      expect(ratio).toBeGreaterThanOrEqual(0)
      expect(ratio).toBeLessThanOrEqual(1)
      expect(ratio === 0).toBe(before === after)
      expect(applyPatch(before, patch ?? '')).toBe(after)
    }),
    { numRuns: 50 },
  )
})

test('texts with more changes than the search allows are compared in bounded time, and the patch still applies', () => {
  const of = (prefix: string, count: number) =>
    ['same\n', ...Array.from({ length: count }, (_, index) => `${prefix}${index}\n`), 'same\n'].join('')
  const [before, after] = [of('a', 150), of('b', 120)]
  const { ratio, patch = '' } = compareTexts(before, after, { editsMax: 100 })
  expect(ratio).toBe(270 / 274)
  expect(applyPatch(before, patch)).toBe(after)
})

test('a search that takes too long ends, and the patch still applies', () => {
  const of = (seed: number) => fc.sample(fc.constantFrom('a\n', 'b\n'), { seed, numRuns: 3_000 }).join('')
  const [before, after] = [of(1), of(2)]
  const { ratio, patch = '' } = compareTexts(before, after, { searchMsMax: 1 })
  // The shortest patch has a ratio of about 0.2.
  expect(ratio).toBeGreaterThan(0.9)
  expect(applyPatch(before, patch)).toBe(after)
})

test('texts with more lines than are searched are compared without a search, and the patch still applies', () => {
  const [before, after] = ['a\nb\nc\nd\n', 'a\nB\nc\nD\nd\n']
  const { ratio, patch = '' } = compareTexts(before, after, { searchedLinesMax: 8 })
  expect(ratio).toBe(5 / 9)
  expect(applyPatch(before, patch)).toBe(after)
})

test('a changed cell of a table is one removed and one added row', () => {
  const tableOf = (price: string) => `| Lamp | Price |\n| --- | --- |\n| Red | 5 EUR |\n| Blue | ${price} |\n`
  const texts = [tableOf('7\u00a0EUR'), tableOf('9 EUR')] as const
  const [before, after] = texts.map((text) => comparedText(text)) as [string, string]
  const { patch } = compareTexts(before, after)
  expect(patch?.split('\n').filter((line) => /^[-+][^-+]/.test(line))).toEqual([
    '-| Blue | 7 EUR |',
    '+| Blue | 9 EUR |',
  ])
  expect(compareTexts(comparedText(tableOf('7\u00a0EUR')), comparedText(tableOf('7 EUR')))).toEqual({
    ratio: 0,
  })
})
