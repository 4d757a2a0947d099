import { unclobbered } from './dom.ts'

/** Returns whether an element without content begins a new page at the end of the document, as authors of empty pages write it. */
export const endsWithBreak = (): boolean => {
  const isForced = (element: Element) =>
    /page|left|right|recto|verso|always/.test(getComputedStyle(element).breakBefore.replace('avoid-page', ''))
  let last: Element | undefined
  for (const element of document.querySelectorAll('body *'))
    if (isForced(element) && unclobbered(element).checkVisibility()) last = element
  if (last === undefined) return false
  const rest = document.createRange()
  rest.selectNodeContents(document.body)
  rest.setStartBefore(last)
  const content = rest.cloneContents()
  const isEmpty = (content.textContent ?? '').trim() === ''
  return isEmpty && !content.querySelector('img, svg, canvas, video, iframe, object, embed, input, hr')
}
