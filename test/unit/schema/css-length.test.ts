import { expect, test } from 'vitest'
import { parseCssLength } from '../../../lib/schema/css-length.ts'

test('lengths are read in inches', () => {
  const whole = ['1in', '96px', '2.54cm', '25.4mm', '72pt', '72PT']
  for (const text of whole) expect(parseCssLength(text), text).toBeCloseTo(1, 10)
  expect(['8.5in', '.5in', '0', '0mm', '0.0', '007in'].map(parseCssLength)).toEqual([8.5, 0.5, 0, 0, 0, 7])
})

test.each([
  ...['', ' ', '1', 'in', '-1in', '+1in', '1 in', ' 1in', '1in ', '1in\n', '1em', '1%', '1e3px', '1.in'],
  ...['1.2.3in', '1,5in', 'calc(1in)', '0x1in', 'NaNin', 'Infinityin', '1234567px', '1inin', '１in'],
])('%j is not a length', (text) => expect(parseCssLength(text)).toBeUndefined())
