import { expect, test } from 'vitest'
import { readAcceptLanguage, toAcceptLanguage } from '../../../../lib/core/html/languages.ts'

test.each([
  ['de-AT', 'de-AT,de,en'],
  ['fr', 'fr,en'],
  ['en-US', 'en-US,en'],
  ['en', 'en'],
])('the locale %s requests %s', (locale, expected) => {
  expect(toAcceptLanguage(locale)).toBe(expected)
})

test.each([
  ['de', 'de'],
  ['en;q=0.5, de-DE , fr;q=0.9', 'de-DE,fr,en'],
  ['de;q=0, en', 'en'],
  ['*, de', 'de'],
  ['', ''],
])('the header %j prefers %j', (value, expected) => {
  expect(readAcceptLanguage(value)).toBe(expected)
})
