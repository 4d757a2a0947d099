/// <reference lib="dom" />
import { wordsIn } from './words.ts'

const elements =
  'nav, footer:not(blockquote footer), header:not(article header, main header, section header), dialog, menu, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"], [role="dialog"], [role="menu"], [role="toolbar"]'

/** Names of parts that are on many pages of a site. */
const names =
  /^(?:ads?|advert[a-z]*|sponsor[a-z]*|promo[a-z]*|share|sharing|social[a-z]*|related[a-z]*|recommend[a-z]*|similar[a-z]*|newsletter|subscri[a-z]*|signup|cookies?|consent|breadcrumbs?|paginat[a-z]*|pager|toc|sidebar|navbar|nav|navigation|menu|popup|modal|outbrain|taboola|skip)$/i

const formWordsMax = 40

const namesOf = (element: Element) => `${element.getAttribute('class') ?? ''} ${element.id}`

/** Returns whether an element of a flattened document is evidently not part of its content. */
export const isBoilerplate = (element: Element): boolean => {
  if (element.matches(elements)) return true
  if (element.localName === 'form') return wordsIn(element) < formWordsMax
  const isNamed = namesOf(element)
    .split(/[^a-z]+|(?<=[a-z])(?=[A-Z])/i)
    .some((name) => names.test(name))
  return isNamed && element.querySelector('h1') === null
}

/** Returns whether most of the text of an element is links, or a named part that has little text. */
export const isLinkList = (element: Element): boolean => {
  const words = wordsIn(element)
  const linked = [...element.querySelectorAll('a')].filter(
    (link) => !link.querySelector('h1, h2, h3, h4, h5, h6, p'),
  )
  const linkWords = linked.reduce((sum, link) => sum + wordsIn(link), 0)
  return linked.length > 1 && linkWords > words / 2
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
