import { expect, test } from 'vitest'
import {
  type ConsentFacts,
  toAnswer,
  toOutcome,
} from '../../../../../lib/render/blocking/annoyances/consent-outcome.ts'

test.each([
  ['Onetrust', false, 'declined'],
  ['HEURISTIC-REJECT', false, 'declined'],
  ['HEURISTIC-TIER1', false, 'accepted'],
  ['cookieacceptbar', true, 'hidden'],
])('%s (cosmetic: %s) ends as %s', (cmp, isCosmetic, expected) => {
  expect(toAnswer({ cmp, isCosmetic })).toBe(expected)
})

const facts = (overrides: Partial<ConsentFacts>): ConsentFacts => ({
  phase: 'nothing',
  hasEnded: true,
  hasHidden: false,
  isSuspected: false,
  ...overrides,
})

test.each<[string, Partial<ConsentFacts>, string]>([
  ['a page without a dialog', {}, 'none'],
  ['a platform that shows no dialog', { phase: 'detected' }, 'none'],
  ['a dialog that was declined before the page reloaded', { answer: 'declined' }, 'declined'],
  ['an element that may be a notice', { isSuspected: true }, 'suspected'],
  [
    'an element that may be a notice next to a dialog that was declined',
    { phase: 'done', answer: 'declined', isSuspected: true },
    'suspected',
  ],
  ['a notice that was hidden', { hasHidden: true }, 'hidden'],
  ['a notice that was hidden while the search went on', { hasEnded: false, hasHidden: true }, 'hidden'],
  ['a dialog that could not be declined', { phase: 'failed' }, 'failed'],
  ['a dialog that could not be declined but was hidden', { phase: 'failed', hasHidden: true }, 'hidden'],
  ['a dialog that takes too long', { phase: 'declining', hasEnded: false }, 'failed'],
  ['a search that did not end', { phase: 'searching', hasEnded: false }, 'unknown'],
])('%s', (_name, overrides, expected) => {
  expect(toOutcome(facts(overrides))).toBe(expected)
})
