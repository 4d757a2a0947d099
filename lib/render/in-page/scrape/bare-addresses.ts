/** In escaped text. A backslash before `<` or a backtick belongs to what follows. */
const addresses = /(?<![\w/.])(?:(?:https?|ftp):\/\/|www\.(?=\w))(?:\\[^<`\\\s]|[^\\\s<>`])+/gi

const escapes = /\\([!-/:-@[-`{-~])/g

/**
 * Returns escaped text whose addresses have no backslash, which would become a part of them: GitHub makes a link of an address as it stands.
 * In angle brackets, other programs do so too. An address ends where GitHub's does.
 */
export const freeAddresses = (escaped: string): string =>
  escaped.replace(addresses, (found) => {
    const address = withoutEnd(found.replace(escapes, '$1'))
    const length = lengthOf(found, address)
    return found.slice(0, length).includes('\\') ? `${toAutolink(address)}${found.slice(length)}` : found
  })

const opening: Record<string, string> = { ')': '(', ']': '[' }

/**
 * Leaves out punctuation at the end, and brackets that were opened before the address. The delimiters of emphasis belong to it, in angle brackets:
 * https://github.github.com/gfm/#extended-autolink-path-validation
 */
const withoutEnd = (address: string): string => {
  const counts = new Map<string, number>()
  for (const character of address) counts.set(character, (counts.get(character) ?? 0) + 1)
  const isOpen = (bracket: string) => (counts.get(bracket) ?? 0) > (counts.get(opening[bracket] ?? '') ?? 0)
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    if (!(`?!.,:'"`.includes(last) || (last in opening && isOpen(last)))) break
    counts.set(last, (counts.get(last) ?? 0) - 1)
  }
  return address.slice(0, end)
}

/** Returns how many characters of escaped text stand for an address. */
const lengthOf = (escaped: string, address: string): number => {
  let length = 0
  for (const character of address) length += (escaped[length] === '\\' ? 1 : 0) + character.length
  return length
}

/** Returns an address as text. Only one with a scheme can stand in angle brackets. */
export const toAutolink = (address: string): string =>
  /^[a-z]+:/i.test(address) ? `<${address.replace(/&(?=#?[a-z0-9]+;)/gi, '&amp;')}>` : address

/** Returns text with its addresses escaped instead of in angle brackets. */
export const asAddressText = (text: string): string => {
  const [first = '', ...parts] = text.split('<')
  const rest = parts.map((part) => {
    const end = part.indexOf('>')
    const address = part.slice(0, Math.max(end, 0))
    if (!/^(?:https?|ftp):\/\/\S+$/i.test(address)) return `<${part}`
    return freeUnderscores(address.replace(/[\\`*_[\]~]/g, '\\$&')) + part.slice(end + 1)
  })
  return [first, ...rest].join('')
}

/** Underscores between letters or digits are no delimiters: https://spec.commonmark.org/0.31.2/#can-open-emphasis */
export const freeUnderscores = (escaped: string): string =>
  escaped.includes('\\_')
    ? escaped.replace(/(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu, (found) => found.replaceAll('\\', ''))
    : escaped

/** Returns whether a text ends in an address, so that the delimiters of emphasis after it would become a part of it. */
export const endsInAddress = (text: string): boolean => {
  const run =
    text
      .slice(-lengthMax)
      .split(/[\s<>]/)
      .at(-1) ?? ''
  return /:\/\/|(?<![\w/.])www\./i.test(run)
}

/** Of an address that is looked for. */
const lengthMax = 2000
