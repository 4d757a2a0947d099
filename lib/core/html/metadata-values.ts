/** Values of the `X-Service-Metadata-*` headers: ASCII only, and short enough for the header limits of every gateway. */

/** Title, icon and fonts are truncated to this many bytes each. */
export const textBytesMax = 1_500

/** The page's headers are truncated to this many bytes, or to what the other values leave. */
const headersBytesMax = 4_000

/** All values together. The rest of the 10,240 bytes of headers that API Gateway allows is for the file name and the service's own headers. */
const metadataBytesMax = 6_600

/** Returns the number of bytes that the page's headers may have in addition to these values. */
export const headersBytesLeft = (values: readonly string[]): number =>
  Math.min(headersBytesMax, metadataBytesMax - values.join('').length)

/** A value, and whether it was truncated. */
export interface Cut {
  value: string
  isCut: boolean
}

/** Percent-encodes `%` and everything outside printable ASCII as UTF-8. Truncates between characters. */
export const toTextValue = (text: string, bytesMax = textBytesMax): Cut => {
  let value = ''
  for (const character of text.toWellFormed()) {
    const encoded = /^[\x20-\x24\x26-\x7e]$/.test(character) ? character : percentEncode(character)
    if (value.length + encoded.length > bytesMax) return { value, isCut: true }
    value += encoded
  }
  return { value, isCut: false }
}

const percentEncode = (character: string) =>
  [...Buffer.from(character, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')

/** Returns JSON in ASCII, with other characters as `\uXXXX`. */
export const toAsciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Returns a JSON object truncated to whole entries. */
export const toObjectValue = (
  entries: readonly (readonly [string, string])[],
  bytesMax = headersBytesMax,
): Cut =>
  cutEntries(
    entries.map(([name, value]) => `${toAsciiJson(name)}:${toAsciiJson(value)}`),
    '{}',
    bytesMax,
  )

/** Returns a JSON array of strings truncated to whole entries. */
export const toListValue = (items: readonly string[]): Cut =>
  cutEntries(items.map(toAsciiJson), '[]', textBytesMax)

const cutEntries = (entries: readonly string[], brackets: '{}' | '[]', bytesMax: number): Cut => {
  const kept: string[] = []
  let bytes = brackets.length
  for (const entry of entries) {
    bytes += entry.length + (kept.length === 0 ? 0 : 1)
    if (bytes > bytesMax) break
    kept.push(entry)
  }
  return { value: `${brackets[0]}${kept.join(',')}${brackets[1]}`, isCut: kept.length < entries.length }
}

/** Returns the headers of the main document in lowercase, without `set-cookie`. Values of repeated headers are joined as in HTTP. */
export const toHeaderEntries = (headers: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(headers)
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.replaceAll('\n', ', ')])
    .filter(([name]) => name !== 'set-cookie')
