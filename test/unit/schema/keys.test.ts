import { expect, test } from 'vitest'
import { parseKeys } from '../../../lib/schema/keys.ts'

test.each([
  ['a', 'KeyA', 'a', []],
  ['Control+A', 'KeyA', 'A', ['ControlLeft']],
  ['Shift+a', 'KeyA', 'A', ['ShiftLeft']],
  ['ShiftRight+3', 'Digit3', '#', ['ShiftRight']],
  ["Shift+'", 'Quote', '"', ['ShiftLeft']],
  ['Control+Shift+Tab', 'Tab', 'Tab', ['ControlLeft', 'ShiftLeft']],
  ['+', 'Equal', '+', []],
  ['Shift++', 'Equal', '+', ['ShiftLeft']],
  ['Space', 'Space', ' ', []],
  ['Numpad7', 'Numpad7', '7', []],
  ['~', 'Backquote', '~', []],
])('%s is a key of a keyboard', (text, code, key, modifiers) => {
  const stroke = parseKeys(text)
  expect(stroke).toMatchObject({ key: { code, key } })
  expect(stroke?.modifiers.map((modifier) => modifier.code)).toEqual(modifiers)
})

test.each([
  ['Shift', ['ShiftLeft']],
  ['Control+AltRight', ['ControlLeft', 'AltRight']],
])('%s presses only modifiers', (text, codes) => {
  const stroke = parseKeys(text)
  expect(stroke?.key).toBeUndefined()
  expect(stroke?.modifiers.map(({ code }) => code)).toEqual(codes)
})

test.each(['', 'enter', 'Ctrl+A', 'Control+', 'a+', 'ab', 'Control+ab', '+A', 'é', 'Control++A', 'A+Shift'])(
  '%j is not',
  (text) => expect(parseKeys(text)).toBeUndefined(),
)
