import { isBoilerplate, isMostlyLinks, isNote } from './boilerplate.ts'

const headings = 'h1, h2, h3, h4, h5, h6'

/** Headings of parts that lead to other pages, or belong to the site. */
const words =
  /^(?:related|more (?:from|stories|articles|posts|news|recipes|products|on this|like this|in )|(?:you|we) (?:may|might|think)|(?:customers|people|others|readers) (?:also|who)|recommended|recommendations|similar|most (?:read|popular|viewed|shared)|popular|trending|read (?:more|next|also)|keep reading|up next|next up|newsletter|subscribe|sign up|share|follow us|advertisement|sponsored|tags?$|categories$|archives?$|recent(?:ly)? |latest |mehr (?:zum|aus|von)|ähnliche|das könnte|auch interessant|meistgelesen|verwandte|weitere |lesen sie auch|empfehl|anzeige|à lire|lire aussi|à découvrir|articles? (?:liés|similaires)|sur le même|vous aimerez|les plus lus|te puede|artículos? relacionados|productos relacionados|más leíd|leia (?:também|mais)|potrebbe|leggi anche|meer over|lees ook|関連|おすすめ|人気|相关|推荐|相關|推薦)/i

const isRelatedHeading = (element: Element | null): boolean =>
  element?.matches(headings) === true && words.test((element.textContent ?? '').trim())

/** Returns whether an element is headed as a list of other pages, or is such a heading. */
export const isRelated = (element: Element): boolean => {
  if (isRelatedHeading(element) || isRelatedHeading(element.previousElementSibling)) return hasLinks(element)
  const first = element.querySelector(headings)
  return isRelatedHeading(first) && hasLinks(element) && beginsWith(element, first)
}

const hasLinks = (element: Element) =>
  element.matches(headings) || element.matches('a') || element.querySelector('a') !== null

const beginsWith = (element: Element, first: Element | null): boolean =>
  (element.textContent ?? '').trim().startsWith((first?.textContent ?? '').trim())

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
