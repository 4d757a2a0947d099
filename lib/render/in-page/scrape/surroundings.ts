import { isBoilerplate, isMostlyLinks, isNote } from './boilerplate.ts'
import { isRelated } from './related.ts'

const parts = 'div, section, ul, ol, table, center, h2, h3, h4, header, footer, form, aside, dl, p'

const frame =
  'nav, [role="navigation"], [role="banner"], [role="contentinfo"], [role="complementary"], [role="search"], header:not(article header, main header, section header), footer:not(article footer, main footer, section footer, blockquote footer)'

/** Returns whether an element is certainly none of the content of a page. */
const isAround = (element: Element): boolean => {
  if (element.querySelector('h1') || element.localName === 'h1') return false
  if (element.matches(frame)) return true
  if (element.localName === 'aside') return !isNote(element)
  return isBoilerplate(element) || (isRelated(element) && isLinks(element))
}

const isLinks = (element: Element) => isMostlyLinks(element) || /^h\d$/.test(element.localName)

/** Returns the elements around and between the content of a part of the page, outermost ones first. */
export const findSurroundings = (part: Element): Element[] =>
  [...part.querySelectorAll(`${frame}, ${parts}`)].filter(isAround)

export const removeSurroundings = (part: Element): void => {
  for (const element of findSurroundings(part)) element.remove()
}
