import { allIn, contains, matches, treeOf, unclobbered, withAncestors } from '../dom.ts'
import { walkRendered } from '../rendered.ts'

export const toggles = 'input[type=checkbox], [role=switch], [role=checkbox]'

/** Whether the element contains every top heading of the page, which is then its content. */
export const hasOnlyHeading = (element: Element): boolean => {
  const own = allIn(element, 'h1').length
  return own > 0 && document.querySelectorAll('h1').length === own
}

const pageTopic = /cookie|privacy|consent|datenschutz|confidentialité|privacidad|prywatno|プライバシー/i

/** Whether the page is about cookies, and the overlay scrolls with it or the page itself has such switches. */
export const isTopic = (element: Element): boolean => {
  const headings = [...document.querySelectorAll('h1')].filter((heading) => !contains(element, heading))
  const titles = [document.title, ...headings.map((heading) => heading.textContent)]
  if (!titles.some((title) => pageTopic.test(title))) return false
  const hasToggles = [...document.querySelectorAll(toggles)].some((toggle) => !contains(element, toggle))
  return hasToggles || getComputedStyle(element).position === 'sticky'
}

const isModal = (element: Element) => matches(element, 'dialog[open]:modal, [popover]:popover-open')

/** Whether neither the element nor what it is in is taken out of the flow of the page. */
const isInFlow = (element: Element): boolean =>
  withAncestors(element).every(
    (outer) => !isModal(outer) && !/^(?:fixed|sticky|absolute)$/.test(getComputedStyle(outer).position),
  )

const showsText = (element: Element) => {
  let isFound = false
  if (/^(?:fixed|absolute)$/.test(getComputedStyle(element).position)) return false
  walkRendered(element, {
    enter: () => !isFound,
    text(data) {
      isFound ||= /\S/.test(data)
      return !isFound
    },
  })
  return isFound
}

/** Whether something beside the element, or beside what it is in, shows text. */
const hasTextBeside = (element: Element, side: 'previousSibling' | 'nextSibling') => {
  for (const outer of withAncestors(element))
    for (let node = unclobbered(outer)[side]; node; node = unclobbered(node)[side]) {
      const isText = treeOf(node).nodeName === '#text'
      if (isText ? /\S/.test((node as Text).data) : node instanceof Element && showsText(node)) return true
    }
  return false
}

/** Returns whether an overlay by its role alone is part of the text, such as the example in an article about dialogs. */
export const isPartOfContent = (element: Element): boolean => {
  const isFixed = getComputedStyle(element).position === 'fixed' || isModal(element)
  if (!isFixed && matches(element, ':is(main, article, [role=main]) *')) return true
  return (
    isInFlow(element) && hasTextBeside(element, 'previousSibling') && hasTextBeside(element, 'nextSibling')
  )
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
