import { InvalidBodyError } from '../../base/errors.ts'
import { nameShownMax, printable } from '../../base/printable.ts'
import { findJsonFault } from './json-fault.ts'

/** A request body whose faults are not searched before they are needed, because that takes long for a large body. */
export interface OpenBody {
  /** The content of the text; undefined if it is not JSON. */
  readonly value: unknown
  /** @throws InvalidBodyError for text that is not JSON, not an object, or contains a parameter twice */
  read(): Record<string, unknown>
}

export const openBody = (text: string): OpenBody => {
  const { value, cause } = parseJson(text)
  return {
    value,
    read() {
      if (cause !== undefined) throw toInvalidJson(text, cause)
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new InvalidBodyError(`The body is ${kindOf(value)}. It must be a JSON object.`)
      const twice = firstDuplicate(topLevelNames(text))
      if (twice !== undefined)
        throw new InvalidBodyError(
          `\`${printable(twice, nameShownMax)}\` is given more than once in the body. It must be given only once.`,
        )
      return value as Record<string, unknown>
    },
  }
}

const parseJson = (text: string): { value?: unknown; cause?: unknown } => {
  try {
    return { value: JSON.parse(text) }
  } catch (cause) {
    return { cause }
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

const firstDuplicate = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

/** JSON.parse silently keeps the last of two equal names. The text is known to be a JSON object. */
const topLevelNames = (text: string): string[] => {
  const names: string[] = []
  let depth = 0
  let isNameNext = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (isNameNext) names.push(JSON.parse(text.slice(at, end + 1)))
      isNameNext = false
      at = end
    }
    depth += depthChange(character)
    if (depth === 1 && (character === '{' || character === ',')) isNameNext = true
  }
  return names
}

const depthChange = (character: string | undefined): number => {
  if (character === '{' || character === '[') return 1
  return character === '}' || character === ']' ? -1 : 0
}

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
