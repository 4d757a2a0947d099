/** In escaped text. A backslash before `<` belongs to what follows. */
const addresses = /(?<![\w/.])(?:(?:https?|ftp):\/\/|www\\?\.)(?:\\[^<\s]|[^\\\s<>])+/gi

const escapes = /\\([!-/:-@[-`{-~])/g

/** What GitHub leaves out at the end of an address: https://github.github.com/gfm/#extended-autolink-path-validation */
const trailing = /(?:[?!.,:*_~'"]|&[a-z0-9]+;)+$/i

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

/** Closing brackets without an opening one are not a part of an address either. */
const withoutEnd = (address: string): string => {
  let end = address.replace(trailing, '')
  while (/[)\]]$/.test(end) && countOf(end, end.slice(-1)) > countOf(end, end.endsWith(')') ? '(' : '['))
    end = end.slice(0, -1).replace(trailing, '')
  return end
}

const countOf = (text: string, character: string) => text.split(character).length - 1

/** Returns how many characters of escaped text stand for an address. */
const lengthOf = (escaped: string, address: string): number => {
  let length = 0
  for (const character of address)
    length += (escaped[length] === '\\' && character !== '\\' ? 1 : 0) + character.length
  return length
}

/** Returns an address as text. Only one with a scheme can stand in angle brackets. */
export const toAutolink = (address: string): string =>
  /^[a-z]+:/i.test(address) ? `<${address.replace(/&(?=#?[a-z0-9]+;)/gi, '&amp;')}>` : address

/** Returns text with its addresses escaped instead of in angle brackets. */
export const asAddressText = (text: string): string =>
  text.replace(/<((?:https?|ftp):\/\/[^\s<>]+)>/gi, (_found, address: string) =>
    freeUnderscores(address.replace(/[\\`*_[\]~]/g, '\\$&')),
  )

/** Underscores between letters or digits are no delimiters: https://spec.commonmark.org/0.31.2/#can-open-emphasis */
export const freeUnderscores = (escaped: string): string =>
  escaped.includes('\\_')
    ? escaped.replace(/(?<=[\p{L}\p{N}])(?:\\_)+(?=[\p{L}\p{N}])/gu, (found) => found.replaceAll('\\', ''))
    : escaped

/** Returns whether a text ends in an address, so that the delimiters of emphasis after it would become a part of it. */
export const endsInAddress = (text: string): boolean =>
  /(?:^|[^\w/.])(?:(?:https?|ftp):\/\/|www\.)[^\s<>]*$/i.test(text.slice(-2000))
