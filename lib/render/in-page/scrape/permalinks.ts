import { attributeOf, classOf, firstIn, nameOf, textOf, unclobbered } from '../dom.ts'

const letters = /[^\s#¶§†⚓🔗∞\p{Default_Ignorable_Code_Point}]/u

const labels =
  /^(?:(?:direct |perma)?link(?: to (?:this )?(?:heading|section|headline))?|anchor|permalink|#)$/i

const names =
  /(?:^|[\s_-])(?:anchor|permalink|headerlink|header-anchor|hash-link|heading-link|anchorjs-link)(?:$|[\s_-])/i

/**
 * Returns what a link in a heading to the heading itself, or one of the same kind elsewhere, is: `none` if it is another link, `sign` if it is only a sign that can be
 * left out, `text` if it is the text of the heading.
 */
export const permalinkOf = (element: Element): 'none' | 'sign' | 'text' => {
  if (nameOf(element) !== 'a') return isEditLink(element) ? 'sign' : 'none'
  return isToThisPage(element) ? kindOf(element, textOf(element).trim()) : 'none'
}

const isToThisPage = (link: Element): boolean => {
  const href = attributeOf(link, 'href') ?? ''
  const hash = href.indexOf('#')
  return hash >= 0 && isThisPage(href.slice(0, hash))
}

const kindOf = (link: Element, text: string) => {
  const heading = unclobbered(link).closest('h1, h2, h3, h4, h5, h6')
  // Sphinx also marks definitions and captions.
  if (!heading) return text !== '' && isSign(link, text) ? 'sign' : 'none'
  if (isSign(link, text) || isWordless(link, text)) return 'sign'
  if (text === textOf(heading).trim()) return 'text'
  return labels.test(text) ? 'sign' : 'none'
}

/** MediaWiki has a link to the editor at each heading. */
const isEditLink = (element: Element) =>
  nameOf(element) === 'span' && /(?:^|\s)mw-editsection(?:$|\s)/.test(classOf(element))

const isSign = (element: Element, text: string) => !letters.test(text) && names.test(classOf(element))

const isWordless = (element: Element, text: string) => !letters.test(text) && firstIn(element, 'img') === null

const isThisPage = (address: string): boolean => {
  if (address === '') return true
  try {
    return new URL(address, document.baseURI).href === document.URL.split('#', 1)[0]
  } catch {
    return false
  }
}
