import { once } from '../once.ts'

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ'
const subscripts = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'
const fractions = '½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒↉'

/** Returns characters by the text that they stand for. */
const mapOf = (characters: string): ReadonlyMap<string, string> =>
  new Map([...characters].map((character) => [character.normalize('NFKC'), character]))

/** Made when they are first needed, because most pages have no scripts. */
const maps = {
  sup: once(() => mapOf(superscripts)),
  sub: once(() => mapOf(subscripts)),
  fractions: once(() => mapOf(fractions)),
}

/**
 * Returns a superscript or subscript in Unicode, or undefined if a character has none. A word stays a word, because a search would
 * not find it.
 */
export const toScript = (text: string, kind: 'sup' | 'sub'): string | undefined => {
  if (/[a-z]{3}/i.test(text)) return undefined
  const map = maps[kind]()
  const characters = [...text.replaceAll('-', '−')].map((character) => map.get(character))
  return characters.every((character) => character !== undefined) ? characters.join('') : undefined
}

/** Replaces a superscript, a slash and a subscript by a fraction. */
export const joinFractions = (root: Element): void => {
  for (const top of root.querySelectorAll('sup')) {
    const slash = top.nextSibling
    const bottom = slash?.nextSibling
    if (!slash || bottom?.nodeName !== 'SUB' || !/^\s*[/⁄∕]\s*$/.test(slash.textContent ?? '')) continue
    const [over, under] = [top, bottom].map((part) => part.textContent?.trim() ?? '')
    const fraction = `${over}/${under}`
    if (!/^\d+\/\d+$/.test(fraction)) continue
    const text = maps.fractions().get(`${over}⁄${under}`) ?? fraction
    const isAfterWord = /[\p{L}\p{N}]$/u.test(top.previousSibling?.textContent ?? '')
    top.replaceWith(isAfterWord && text === fraction ? ` ${text}` : text)
    slash.remove()
    bottom.remove()
  }
}

/** Returns the text of an inline element in which scripts cannot be elements. */
export const textWithScripts = (node: Node): string =>
  [...node.childNodes]
    .map((child) => {
      const text = child.childNodes.length > 0 ? textWithScripts(child) : (child.textContent ?? '')
      const kind = child.nodeName.toLowerCase()
      return kind === 'sup' || kind === 'sub' ? plainScript(text, kind) : text
    })
    .join('')

/** Returns a superscript or subscript as plain text. */
export const plainScript = (text: string, kind: 'sup' | 'sub'): string => {
  if (text.trim() === '') return text
  return toScript(text, kind) ?? `${kind === 'sup' ? '^' : '_'}${[...text].length > 1 ? `(${text})` : text}`
}
