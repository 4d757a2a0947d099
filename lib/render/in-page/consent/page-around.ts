import { contains, matches, treeOf, unclobbered, withAncestors } from '../dom.ts'
import { walkRendered } from '../rendered.ts'

export const toggles = 'input[type=checkbox], [role=switch], [role=checkbox]'

const pageTopic = /cookie|privacy|consent|datenschutz|confidentialité|privacidad|prywatno|プライバシー/i

/** Whether the page is about cookies and has such switches itself. */
export const isTopic = (element: Element): boolean => {
  const headings = [...document.querySelectorAll('h1')].filter((heading) => !contains(element, heading))
  const titles = [document.title, ...headings.map((heading) => heading.textContent)]
  const hasToggles = [...document.querySelectorAll(toggles)].some((toggle) => !contains(element, toggle))
  return hasToggles && titles.some((title) => pageTopic.test(title))
}

/** Whether neither the element nor what it is in is taken out of the flow of the page. */
const isInFlow = (element: Element): boolean =>
  withAncestors(element).every(
    (outer) => !/^(?:fixed|sticky|absolute)$/.test(getComputedStyle(outer).position),
  )

const showsText = (element: Element) => {
  let isFound = false
  walkRendered(element, {
    enter: () => !isFound,
    text(data) {
      isFound ||= /\S/.test(data)
      return !isFound
    },
  })
  return isFound
}

/** Whether anything after the element, or after what it is in, shows text. */
const isBeforeText = (element: Element) => {
  for (const outer of withAncestors(element))
    for (let node = unclobbered(outer).nextSibling; node; node = unclobbered(node).nextSibling) {
      const isText = treeOf(node).nodeName === '#text'
      if (isText ? /\S/.test((node as Text).data) : node instanceof Element && showsText(node)) return true
    }
  return false
}

/** Returns whether an overlay by its role alone is part of the text, such as the example in an article about dialogs. */
export const isPartOfContent = (element: Element): boolean => {
  const isFixed = getComputedStyle(element).position === 'fixed'
  if (!isFixed && matches(element, ':is(main, article, [role=main]) *')) return true
  return isInFlow(element) && isBeforeText(element)
}

/** Whether the page shows no text and no media beside the element. */
export const isOnlyContent = (element: Element): boolean => {
  let isAlone = true
  walkRendered(document.body, {
    enter(other) {
      if (other === element) return false
      if (matches(other, 'img, svg, video, canvas, iframe, input')) isAlone = false
      return isAlone
    },
    text(data) {
      if (/\S/.test(data)) isAlone = false
      return isAlone
    },
  })
  return isAlone
}
