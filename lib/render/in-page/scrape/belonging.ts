import { isBoilerplate, isLinkList, isLinkOnly, isMostlyLinks, isNote, namesOf } from './boilerplate.ts'
import { indexOf, lastIndexIn, markAttribute } from './marks.ts'
import { isRelated } from './surroundings.ts'

/** Parts that follow an article and belong to it. */
const following =
  /(?:^|[\s_-])(?:comments?|discussion|repl(?:y|ies)|answers?|reviews?|footnotes?|endnotes?|references)(?:$|[\s_-])/i

/** The positions of an article in its page. */
interface Extent {
  /** The first element with text, which may be a headline that is far above the rest. */
  first: number
  /** The first element with text that is no such headline. */
  firstText: number
  last: number
}

/** Returns a check whether an element that Readability has removed belongs to the article. */
export const createBelongingCheck = (page: Document, { first, firstText, last }: Extent) => {
  const container = findContainer(page, firstText, last)
  const scope = container && scopeOf(container)
  const headline = page.querySelector('h1')
  const start = headline ? Math.min(indexOf(headline), first) : first

  const isBefore = (element: Element): boolean => {
    if (indexOf(element) <= start || isBeside(element)) return false
    const isButton = element.parentElement === headline?.parentElement && !hasSeveralLinks(element)
    return isButton || (!isLinkOnly(element) && !isLinkList(element))
  }

  const isAfter = (element: Element): boolean => {
    if (following.test(namesOf(element))) return true
    if (isBeside(element)) return false
    // What follows an article leads away from it if most of its text is in links.
    return scope?.contains(element) === true || !(isMostlyLinks(element) || isLinkOnly(element))
  }

  return (element: Element): boolean => {
    const index = indexOf(element)
    if (index > firstText && index < last) return true
    if (isRelated(element)) return false
    return index > last ? isAfter(element) : isBefore(element)
  }
}

/** Columns next to the content. */
const isBeside = (element: Element): boolean =>
  (element.localName === 'aside' && !isNote(element)) ||
  /(?:^|[\s_-])(?:side-?bar|side|rail|widgets?)(?:$|[\s_-])/i.test(namesOf(element))

const hasSeveralLinks = (element: Element) => element.querySelectorAll('a').length > 1

/** Returns the element around an article that has nothing but the article, as far as the page says so. */
const scopeOf = (container: Element): Element | undefined => {
  const marked = container.closest('article:not(article article)') ?? container.closest('main, [role="main"]')
  return marked ?? (container.localName === 'body' ? undefined : container)
}

/** Returns the smallest element of the page that has the first and the last text of an article. */
const findContainer = (page: Document, first: number, last: number): Element | undefined => {
  let element = page.querySelector(`[${markAttribute}="${first}"]`)
  while (element && lastIndexIn(element) < last) element = element.parentElement
  return element ?? undefined
}

/** Returns whether an element has anything that may be content. */
export const isContent = (element: Element): boolean => {
  if (isBoilerplate(element) || element.matches('br, hr, input')) return false
  return element.textContent?.trim() !== '' || element.matches('img[src], :has(img[src])')
}
