/** A key of a US keyboard, as `KeyboardEvent` reports it. */
export interface Key {
  key: string
  code: string
  /** The value of the deprecated `keyCode`, which pages still read. */
  keyCode: number
  /** What it types. Absent for a key that types nothing. */
  text?: string
  /** The value of `KeyboardEvent.location`: left, right, or number pad. Absent for a key that exists once. */
  location?: 1 | 2 | 3
}

export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift'

interface ModifierKey extends Key {
  key: Modifier
}

/** A key and the modifiers that are held down. Without a key, only the modifiers are pressed. */
export interface KeyStroke {
  key?: Key
  modifiers: readonly ModifierKey[]
}

const plain = (key: string, keyCode: number, code = key): [string, Key] => [key, { key, code, keyCode }]

const modifier = (key: Modifier, leftCode: number, rightCode = leftCode): [string, ModifierKey][] => [
  [key, { key, code: `${key}Left`, keyCode: leftCode, location: 1 }],
  [`${key}Right`, { key, code: `${key}Right`, keyCode: rightCode, location: 2 }],
]

const modifierKeys: ReadonlyMap<string, ModifierKey> = new Map([
  ...modifier('Alt', 18),
  ...modifier('Control', 17),
  ...modifier('Meta', 91, 92),
  ...modifier('Shift', 16),
])

const numpad = (name: string, text: string, keyCode: number): [string, Key] => {
  const code = `Numpad${name}`
  return [code, { key: text === '\r' ? 'Enter' : text, code, keyCode, text, location: 3 }]
}

const named: ReadonlyMap<string, Key> = new Map([
  ['Enter', { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' }],
  ['Space', { key: ' ', code: 'Space', keyCode: 32, text: ' ' }],
  plain('Tab', 9),
  plain('Escape', 27),
  plain('Backspace', 8),
  plain('Delete', 46),
  plain('Insert', 45),
  plain('ArrowUp', 38),
  plain('ArrowDown', 40),
  plain('ArrowLeft', 37),
  plain('ArrowRight', 39),
  plain('Home', 36),
  plain('End', 35),
  plain('PageUp', 33),
  plain('PageDown', 34),
  ...Array.from({ length: 12 }, (_, index) => plain(`F${index + 1}`, 112 + index)),
  ...Array.from({ length: 10 }, (_, digit) => numpad(`${digit}`, `${digit}`, 96 + digit)),
  numpad('Multiply', '*', 106),
  numpad('Add', '+', 107),
  numpad('Subtract', '-', 109),
  numpad('Decimal', '.', 110),
  numpad('Divide', '/', 111),
  numpad('Enter', '\r', 13),
])

export const keyNames: readonly string[] = [...named.keys(), ...modifierKeys.keys()]

/** Characters of the keys that are no letters, without and with Shift, with their code and `keyCode`. */
const symbols = [
  ['0', ')', 'Digit0', 48],
  ['1', '!', 'Digit1', 49],
  ['2', '@', 'Digit2', 50],
  ['3', '#', 'Digit3', 51],
  ['4', '$', 'Digit4', 52],
  ['5', '%', 'Digit5', 53],
  ['6', '^', 'Digit6', 54],
  ['7', '&', 'Digit7', 55],
  ['8', '*', 'Digit8', 56],
  ['9', '(', 'Digit9', 57],
  ['-', '_', 'Minus', 189],
  ['=', '+', 'Equal', 187],
  ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221],
  ['\\', '|', 'Backslash', 220],
  [';', ':', 'Semicolon', 186],
  ["'", '"', 'Quote', 222],
  ['`', '~', 'Backquote', 192],
  [',', '<', 'Comma', 188],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
] as const

/** Returns the key that types a character, or undefined if a US keyboard has none. */
export const keyOf = (character: string): Key | undefined => {
  if (character === '\n' || character === '\r') return named.get('Enter')
  if (character === '\t') return named.get('Tab')
  if (character === ' ') return named.get('Space')
  if (/^[a-z]$/i.test(character)) {
    const upper = character.toUpperCase()
    return { key: character, code: `Key${upper}`, keyCode: upper.charCodeAt(0), text: character }
  }
  const row = symbols.find(([low, high]) => low === character || high === character)
  if (!row) return undefined
  const [, , code, keyCode] = row
  return { key: character, code, keyCode, text: character }
}

/** Returns the character that a key of a US keyboard types with Shift. */
const shifted = (character: string): string =>
  symbols.find(([low]) => low === character)?.[1] ?? character.toUpperCase()

/** Reads a key with its modifiers, such as `Control+A`, `+` or `Shift`. Returns undefined if a keyboard has no such key. */
export const parseKeys = (text: string): KeyStroke | undefined => {
  const name = text.endsWith('+') ? '+' : text.slice(text.lastIndexOf('+') + 1)
  const held = text.slice(0, text.length - name.length)
  if (held !== '' && !held.endsWith('+')) return undefined
  const names = [
    ...(held === '' ? [] : held.slice(0, -1).split('+')),
    ...(modifierKeys.has(name) ? [name] : []),
  ]
  const modifiers = names.map((modifier) => modifierKeys.get(modifier))
  if (!modifiers.every((modifier) => modifier !== undefined)) return undefined
  if (modifierKeys.has(name)) return { modifiers }
  const character = modifiers.some(({ key }) => key === 'Shift') ? shifted(name) : name
  const key = named.get(name) ?? (name.length === 1 ? keyOf(character) : undefined)
  return key && { key, modifiers }
}
