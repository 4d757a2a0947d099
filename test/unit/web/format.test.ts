import { expect, test } from 'vitest'
import {
  formatBytes,
  formatDuration,
  formatRelative,
  formatShare,
  toDateLocale,
} from '../../../web/src/shared/format.ts'

test.each([
  [formatBytes(0), '0 B'],
  [formatBytes(999), '999 B'],
  [formatBytes(184_321), '184 KB'],
  [formatBytes(104_857_600), '105 MB'],
  [formatDuration(240), '240 ms'],
  [formatDuration(1314), '1.31 s'],
  [formatDuration(125_000), '2 min 5 s'],
  [formatShare(0), '0 %'],
  [formatShare(0.123_456), '12.3 %'],
  [formatShare(0.000_01), 'less than 0.01 %'],
  [formatRelative(1000, 1005), 'now'],
  [formatRelative(1000, 1000 + 150), '2 min. ago'],
  [formatRelative(1000 + 3 * 3600, 1000), 'in 3 hr.'],
  [toDateLocale('en-US'), 'en-US'],
  [toDateLocale('en'), 'en'],
  [toDateLocale('de-DE'), 'en-GB'],
  // The code of Enga, not of English.
  [toDateLocale('enq'), 'en-GB'],
  // Chromium without a locale.
  [toDateLocale('en-US@posix'), 'en-GB'],
  [toDateLocale(), 'en-GB'],
])('%s is %s', (actual, expected) => {
  expect(actual).toBe(expected)
})
