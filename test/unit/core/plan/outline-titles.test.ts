import { expect, test } from 'vitest'
import { restoreTitles } from '../../../../lib/core/plan/outline-titles.ts'

test.each([
  [
    'spaces at the ends of lines',
    ['Alpha betagamma', 'Twowords'],
    ['Alpha beta gamma', 'Two words'],
    ['Alpha beta gamma', 'Two words'],
  ],
  ['hyphens of the layout', ['Donaudampf\u2010schiff'], ['Donaudampfschiff'], ['Donaudampfschiff']],
  ['right-to-left text, with a number', ['2026 םולש'], ['שלום 2026'], ['שלום 2026']],
  ['ligatures', ['ﬁrstline'], ['first line'], ['first line']],
  ['headings that are not printed', ['Twowords'], ['One', 'Two words', 'Three'], ['Two words']],
  [
    'equal headings',
    ['Same', 'Otherone', 'Same'],
    ['Same', 'Other one', 'Same'],
    ['Same', 'Other one', 'Same'],
  ],
  ['a title of another document', ['In aframe', 'Two words'], ['Two words'], ['In aframe', 'Two words']],
  ['no headings', ['One'], [], ['One']],
])('%s', (_, titles, headings, expected) => {
  expect(restoreTitles(titles, headings)).toEqual(expected)
})
