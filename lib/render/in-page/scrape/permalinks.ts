import { attributeOf, classOf, firstIn, nameOf, textOf, unclobbered } from '../dom.ts'
import { toAbsolute } from './addresses.ts'

const letters = /[^\s#¶§†⚓🔗∞\p{Default_Ignorable_Code_Point}]/u

const labels = /^(?:(?:direct |perma)?link(?: to (?:this )?(?:heading|section|headline))?|anchor)$/i

const names = /(?:anchor|permalink|headerlink|hash-link|heading-link)/i

/**
 * Returns what a link in a heading to the heading itself, or one of the same kind elsewhere, is: `none` if it is another link, `sign` if it is only a sign that can be
 * left out, `text` if it is the text of the heading.
 */
export const permalinkOf = (element: Element): 'none' | 'sign' | 'text' => {
  if (nameOf(element) !== 'a') return isEditLink(element) ? 'sign' : 'none'
  return isToThisPage(element) ? kindOf(element) : 'none'
}

/** MediaWiki has a link to the editor at each heading. */
const isEditLink = (element: Element) =>
  nameOf(element) === 'span' && /(?:^|\s)mw-editsection(?:$|\s)/.test(classOf(element))

const kindOf = (element: Element) => {
  const text = textOf(element).trim()
  const isWordless = !letters.test(text)
  const isSign = isWordless && names.test(classOf(element))
  const heading = unclobbered(element).closest('h1, h2, h3, h4, h5, h6')
  // Sphinx also marks definitions and captions.
  if (!heading) return isSign ? 'sign' : 'none'
  if (isSign || (isWordless && firstIn(element, 'img') === null)) return 'sign'
  if (text === textOf(heading).trim()) return 'text'
  return labels.test(text) ? 'sign' : 'none'
}

const isToThisPage = (link: Element): boolean => {
  const [address, hash] = toAbsolute(attributeOf(link, 'href') ?? '', link).split('#')
  return hash !== undefined && address === document.URL.split('#', 1)[0]
}
