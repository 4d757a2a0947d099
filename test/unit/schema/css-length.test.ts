import { expect, test } from 'vitest'
import { parseCssLength } from '../../../lib/schema/css-length.ts'

test.each([
  ['1in', 1],
  ['8.5in', 8.5],
  ['.5in', 0.5],
  ['96px', 1],
  ['2.54cm', 1],
  ['25.4mm', 1],
  ['72pt', 1],
  ['72PT', 1],
  ['0', 0],
  ['0mm', 0],
  ['0.0', 0],
  ['007in', 7],
])('a length in inches: %s', (text, inches) => expect(parseCssLength(text)).toBeCloseTo(inches, 10))

test.each([
  ...[
    '',
    ' ',
    '1',
    'in',
    '-1in',
    '+1in',
    '1 in',
    ' 1in',
    '1in ',
    '1in\n',
    '1em',
    '1%',
    '1e3px',
    '1.in',
    '1.2.3in',
  ],
  ...['1,5in', 'calc(1in)', '0x1in', 'NaNin', 'Infinityin', '1234567px', '1inin', '１in'],
])('%j is not a length', (text) => expect(parseCssLength(text)).toBeUndefined())
