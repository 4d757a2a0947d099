import { unclobbered } from '../dom.ts'

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
  if (unclobbered(element).localName !== 'a') return 'none'
  const href = unclobbered(element).getAttribute('href') ?? ''
  const hash = href.indexOf('#')
  if (hash < 0 || !isThisPage(href.slice(0, hash))) return 'none'
  const heading = unclobbered(element).closest('h1, h2, h3, h4, h5, h6')
  const text = unclobbered(element).textContent.trim()
  // Sphinx also marks definitions and captions.
  if (!heading) return text !== '' && isSign(element, text) ? 'sign' : 'none'
  if (labels.test(text) || isSign(element, text) || (!letters.test(text) && !hasImage(element))) return 'sign'
  return text === unclobbered(heading).textContent.trim() ? 'text' : 'none'
}

const isSign = (element: Element, text: string) => !letters.test(text) && names.test(namesOf(element))

const hasImage = (element: Element) => unclobbered(element).querySelector('img') !== null

const namesOf = (element: Element) => unclobbered(element).getAttribute('class') ?? ''

const isThisPage = (address: string): boolean => {
  if (address === '') return true
  try {
    return new URL(address, document.baseURI).href === document.URL.split('#', 1)[0]
  } catch {
    return false
  }
}
