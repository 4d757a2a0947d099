import { InvalidBodyError } from '../../base/errors.ts'
import { nameShownMax, printable } from '../../base/printable.ts'
import { findJsonFault, skipBlanks } from './json-fault.ts'

/** @throws InvalidBodyError for text that is not JSON, not an object, or contains a parameter twice */
export const parseBody = (text: string): Record<string, unknown> => {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidBodyError(`The body is ${kindOf(value)}. It must be a JSON object.`)
  const twice = firstDuplicate(topLevelNames(text).map(({ name }) => name))
  if (twice !== undefined)
    throw new InvalidBodyError(
      `\`${printable(twice, nameShownMax)}\` is given more than once in the body. It must be given only once.`,
    )
  return value as Record<string, unknown>
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw toInvalidJson(text, cause)
  }
}

const toInvalidJson = (text: string, cause: unknown) => {
  if (text.trim() === '') return new InvalidBodyError('The body is empty. It must be a JSON object.')
  const fault = findJsonFault(text)
  const place = fault && ` Line ${fault.line}, column ${fault.column}: ${fault.cause}.`
  return new InvalidBodyError(`The body is not valid JSON.${place ?? ''}`, { cause })
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`
}

const firstDuplicate = (names: Iterable<string>): string | undefined => {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

interface TopLevelName {
  name: string
  /** Where the text goes on behind the name. */
  end: number
}

/** Yields the names of the members of a JSON object, without making objects of it. Of other texts it yields what looks like such names. */
function* topLevelNames(text: string): Generator<TopLevelName> {
  let depth = 0
  let isNameNext = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (isNameNext) yield { name: contentOf(text.slice(at, end)), end }
      isNameNext = false
      at = end - 1
    }
    depth += depthChange(character)
    if (character === ',' || depthChange(character) !== 0)
      isNameNext = depth === 1 && (character === '{' || character === ',')
  }
}

/** Returns the names of the members of a text that is or looks like a JSON object. */
export const readNames = (text: string): Set<string> => new Set(topLevelNames(text).map(({ name }) => name))

/** Returns the member of this name of a text that is or looks like a JSON object, if it is a string. As with JSON.parse, the last one counts. */
export const readText = (text: string, member: string): string | undefined => {
  let found: string | undefined
  for (const { name, end } of topLevelNames(text)) {
    const colon = skipBlanks(text, end)
    if (name !== member || text[colon] !== ':') continue
    const start = skipBlanks(text, colon + 1)
    found = text[start] === '"' ? contentOf(text.slice(start, endOfString(text, start))) : undefined
  }
  return found
}

/** A string of JSON in quotation marks, apart from characters that must be escaped: https://www.rfc-editor.org/rfc/rfc8259#section-7 */
const jsonString = /^"(?:[^"\\]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"$/

/** U+0000 to U+001F */
const unescaped = /[^\P{Cc}\u007f-\u009f]/u

/** Returns the content of a string in quotation marks, or all of it if it is not valid JSON. Nothing throws: a body may have a million such names. */
const contentOf = (quoted: string): string => {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  return jsonString.test(quoted) && !unescaped.test(quoted) ? JSON.parse(quoted) : quoted
}

const depthChange = (character: string | undefined): number => {
  if (character === '{' || character === '[') return 1
  return character === '}' || character === ']' ? -1 : 0
}

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
