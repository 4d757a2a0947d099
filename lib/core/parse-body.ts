import { InvalidBodyError } from '../errors.ts'

/**
 * Reads the JSON object of a request body.
 * @throws InvalidBodyError for text that is not JSON, not an object, or names a parameter twice
 */
export const parseBody = (text: string): Record<string, unknown> => {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidBodyError(`The body must be a JSON object; it is ${kindOf(value)}.`)
  const twice = firstDuplicate(topLevelNames(text))
  if (twice !== undefined)
    throw new InvalidBodyError(`The body has \`${printable(twice)}\` twice; each parameter is given once.`)
  return value as Record<string, unknown>
}

const parseJson = (text: string): unknown => {
  if (text.trim() === '') throw new InvalidBodyError('The body is empty; it must be a JSON object.')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InvalidBodyError('The body is not valid JSON; it must be a JSON object.', { cause })
  }
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

const printable = (name: string): string => name.slice(0, 60).replace(/\p{C}/gu, '?')

const firstDuplicate = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

/** JSON.parse keeps the last of two equal names in silence. The text is known to be a JSON object. */
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
