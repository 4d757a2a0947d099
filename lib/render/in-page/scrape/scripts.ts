import { once } from '../once.ts'

const superscripts =
  '0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻAᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁVⱽWᵂ'
const subscripts = '0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓ'

const mapOf = (pairs: string): ReadonlyMap<string, string> =>
  new Map([...pairs.matchAll(/(.)(.)/gu)].map(([, from = '', to = '']) => [from, to]))

/** Made when they are first needed, because most pages have no scripts. */
const maps = { sup: once(() => mapOf(superscripts)), sub: once(() => mapOf(subscripts)) }

/**
 * Returns a superscript or subscript in Unicode, or undefined if a character has none. A word stays a word, because a search would
 * not find it.
 */
export const toScript = (text: string, kind: 'sup' | 'sub'): string | undefined => {
  if (/[a-z]{3}/i.test(text)) return undefined
  const map = maps[kind]()
  const characters = [...text].map((character) => map.get(character))
  return characters.every((character) => character !== undefined) ? characters.join('') : undefined
}

const fractions = new Map(
  '1/2½ 1/3⅓ 2/3⅔ 1/4¼ 3/4¾ 1/5⅕ 2/5⅖ 3/5⅗ 4/5⅘ 1/6⅙ 5/6⅚ 1/7⅐ 1/8⅛ 3/8⅜ 5/8⅝ 7/8⅞ 1/9⅑ 1/10⅒ 0/3↉'
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
)

/** Replaces a superscript, a slash and a subscript by a fraction. */
export const joinFractions = (root: Element): void => {
  for (const top of root.querySelectorAll('sup')) {
    const slash = top.nextSibling
    const bottom = slash?.nextSibling
    if (!slash || bottom?.nodeName !== 'SUB' || !/^\s*[/⁄∕]\s*$/.test(slash.textContent ?? '')) continue
    const fraction = `${top.textContent?.trim()}/${bottom.textContent?.trim()}`
    if (!/^\d+\/\d+$/.test(fraction)) continue
    const text = fractions.get(fraction) ?? fraction
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
      if (child.nodeName === 'BR') return ' '
      if (child.nodeName === 'SUP' || child.nodeName === 'SUB') return scriptInText(child)
      if (child.nodeName.toLowerCase() === 'math') return `$${(child as Element).getAttribute('alttext')}$`
      return child.childNodes.length > 0 ? textWithScripts(child) : (child.textContent ?? '')
    })
    .join('')

const scriptInText = (node: Node): string => {
  const kind = node.nodeName === 'SUP' ? 'sup' : 'sub'
  return plainScript(textWithScripts(node), kind)
}

/** Returns a superscript or subscript as plain text. */
export const plainScript = (text: string, kind: 'sup' | 'sub'): string => {
  if (text.trim() === '') return text
  return toScript(text, kind) ?? `${kind === 'sup' ? '^' : '_'}${[...text].length > 1 ? `(${text})` : text}`
}
