import { removeSurroundings } from './surroundings.ts'

export interface MainPart {
  name: 'main' | 'article' | 'body'
  content: Element
}

/** Returns the element that the page marks as its main content, if it is a single element with text. */
export const findLandmark = (page: Document): MainPart | undefined => {
  const main = single(page, 'main, [role="main"]')
  if (main) return { name: 'main', content: withoutFrame(main) }
  const article = single(page, 'article:not(article article)')
  return article ? { name: 'article', content: withoutFrame(article) } : undefined
}

const single = (page: Document, selector: string): Element | undefined => {
  const [landmark, ...others] = page.querySelectorAll(selector)
  return landmark && others.length === 0 && landmark.textContent?.trim() !== '' ? landmark : undefined
}

/** Returns all that may be content: the page's main element, or its body without what surrounds the content. */
export const findLargestPart = (page: Document): MainPart => {
  const main = single(page, 'main, [role="main"]')
  if (main) return { name: 'main', content: withoutFrame(main) }
  const body = withoutFrame(page.body)
  const content = body.ownerDocument.createElement('div')
  content.append(...body.childNodes)
  return { name: 'body', content }
}

const withoutFrame = (part: Element): Element => {
  const content = part.cloneNode(true) as Element
  removeSurroundings(content)
  return content
}
