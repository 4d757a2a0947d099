import { hasOwnText } from '../dom.ts'
import { wordsIn } from './words.ts'

/** Elements around the content. Those of an article or a section are a part of it. */
const elements =
  'nav, footer:not(article footer, main footer, section footer, blockquote footer), header:not(article header, main header, section header), dialog, menu, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"], [role="dialog"], [role="menu"], [role="toolbar"]'

/** Names of parts that lead to other pages, if most of their text is links. A menu may also list a restaurant's dishes. */
const leading =
  /^(?:share|sharing|social[a-z]*|related[a-z]*|recommend[a-z]*|similar[a-z]*|breadcrumbs?|crumbs|paginat[a-z]*|pager|toc|sidebar|rail|nav|navbox|navigation|menu|tags|skip)$/i

/** Names of parts that are not about the subject of the page, if their text is short. */
const foreign =
  /^(?:ads?|advert[a-z]*|sponsor[a-z]*|promo|promotion|newsletter|subscri[a-z]*|signup|cookies?|consent|popup|modal|outbrain|taboola)$/i

/** Names of parts that are around the content of a page. The footer of a card has another name. */
const frames =
  /(?:^|\s)(?:(?:site|page|main|global|app)[-_]?)?(?:footer|top-?bar|mast-?head|colophon|nav-?bar)(?:$|\s)/i

const formWordsMax = 40

const foreignWordsMax = 60

/** The form that puts a product into the cart has its price. */
const price = /\p{Sc}\s?\d|\d\s?\p{Sc}/u

export const namesOf = (element: Element) => `${element.getAttribute('class') ?? ''} ${element.id}`

/** Returns whether an element of a flattened document is evidently not part of its content. */
export const isBoilerplate = (element: Element): boolean => {
  if (element.matches(elements)) return true
  if (element.localName === 'form')
    return wordsIn(element) < formWordsMax && !price.test(element.textContent ?? '')
  return element.querySelector('h1') === null && isNamedSo(element)
}

const isNamedSo = (element: Element): boolean => {
  const all = namesOf(element)
  if (frames.test(all)) return true
  const names = all.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/)
  if (names.some((name) => foreign.test(name))) return wordsIn(element) < foreignWordsMax
  return names.some((name) => leading.test(name)) && (isMostlyLinks(element) || isLinkOnly(element))
}

/** Returns whether most of the text of an element is links, apart from cards that are links. */
export const isLinkList = (element: Element): boolean =>
  areMost(element, (link) => !link.querySelector('h1, h2, h3, h4, h5, h6, p'))

/** Returns whether most of the text of an element is links. */
export const isMostlyLinks = (element: Element): boolean => areMost(element, () => true)

/** Returns whether all text of an element is in links without structure. */
export const isLinkOnly = (element: Element): boolean =>
  element.querySelector('h1, h2, h3, h4, h5, h6, p') === null &&
  [element, ...element.querySelectorAll('*')].every((part) => part.closest('a') !== null || !hasOwnText(part))

const areMost = (element: Element, counts: (link: Element) => boolean): boolean => {
  const links = [...element.querySelectorAll('a')].filter(counts)
  const linkWords = links.reduce((sum, link) => sum + wordsIn(link), 0)
  return links.length > 1 && linkWords > wordsIn(element) / 2
}

const notes =
  /(?:^|[\s_-])(?:note|notice|warning|caution|danger|tip|hint|info|important|callout|admonition|alert|footnotes?|endnotes?|sidenote|marginnote|example|definition|pullquote)(?:$|[\s_-])/i

/** Returns whether an `aside` belongs to the text around it. */
export const isNote = (aside: Element): boolean => {
  if (aside.closest('article') || aside.getAttribute('role') === 'note') return true
  if (
    notes.test(namesOf(aside)) ||
    /^(note|tip|caution|danger|warning|important)$/i.test(aside.getAttribute('aria-label') ?? '')
  )
    return true
  return [aside.previousElementSibling, aside.nextElementSibling].some(
    (sibling) => sibling?.localName === 'p',
  )
}
