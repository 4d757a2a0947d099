/** A number or a letter that the text of an item begins with. */
const ownMarker = /^(?:\(?(?:\d{1,4}|[a-z]|[ivxlc]{2,5})[.)]|\d{1,4}(?:\.\d{1,4})+\.?)\s/i

/**
 * Returns a function that gives the marker of an item as text, if Markdown has no such markers: letters and Roman numerals, to which texts
 * refer, or none, because the items have their numbers in their texts.
 *
 * @param style the value of `list-style-type`
 */
export const createMarkers = (
  style: string,
  items: readonly Element[],
): ((number: number) => string) | undefined => {
  if (style === 'none') return items.every(hasOwnMarker) ? () => '' : undefined
  const kind = style.replace(/^(?:lower|upper)-/, '')
  const toText = kinds[kind]
  if (!toText) return undefined
  return (number) => {
    const text = toText(number) ?? String(number)
    return `${style.startsWith('upper') ? text.toUpperCase() : text}. `
  }
}

const hasOwnMarker = (item: Element) => ownMarker.test((item.textContent ?? '').trim())

/** Returns a number as a, b, … z, aa. */
const toLetters = (number: number, letters: string): string | undefined => {
  if (number < 1) return undefined
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / letters.length))
    text = letters.charAt((rest - 1) % letters.length) + text
  return text
}

const numerals = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

/** The numbers that CSS has Roman numerals for. */
const romanMax = 3999

const toRoman = (number: number): string | undefined => {
  if (number < 1 || number > romanMax) return undefined
  let rest = number
  let text = ''
  for (const [numeral, value] of numerals) {
    text += numeral.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}

const latin = (number: number) => toLetters(number, 'abcdefghijklmnopqrstuvwxyz')

const kinds: Record<string, (number: number) => string | undefined> = {
  alpha: latin,
  latin,
  roman: toRoman,
  greek: (number) => toLetters(number, 'αβγδεζηθικλμνξοπρστυφχψω'),
}
