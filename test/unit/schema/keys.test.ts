import { expect, test } from 'vitest'
import { parseKeys } from '../../../lib/schema/keys.ts'

test.each([
  ['a', 'KeyA', []],
  ['Control+A', 'KeyA', ['Control']],
  ['Control+Shift+Tab', 'Tab', ['Control', 'Shift']],
  ['+', 'Equal', []],
  ['Shift++', 'Equal', ['Shift']],
  ['Space', 'Space', []],
  ['F12', 'F12', []],
  ['~', 'Backquote', []],
])('%s is a key of a keyboard', (text, code, modifiers) => {
  expect(parseKeys(text)).toMatchObject({ key: { code }, modifiers })
})

test.each(['', 'enter', 'Ctrl+A', 'Control+', 'a+', 'ab', 'Control+ab', '+A', 'é', 'Control++A'])(
  '%j is not',
  (text) => expect(parseKeys(text)).toBeUndefined(),
)
