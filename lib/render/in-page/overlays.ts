import { boxOf, elementsIn, force, matches, sizesOf, treeOf, unclobbered } from './dom.ts'
import { hasBox, isVisible } from './predicates.ts'
import { walkRendered } from './rendered.ts'

const isInView = (element: Element) => {
  const { left, top, right, bottom } = boxOf(element)
  return hasBox(element) && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
}

/** Whether a part of an element is in the window and visible. */
export const isSeen = (element: Element): boolean => isInView(element) && isVisible(element)

/**
 * Returns the elements that lie above the page or beside its scrolling content, and are visible in the viewport, also those in open
 * shadow trees. Without `hasEmpty`, only those that contain elements: most elements contain none, and reading a style takes most of the
 * time. Returns undefined if the search takes longer than `limitMs`.
 */
export const findOverlays = (limitMs: number, hasEmpty = false): HTMLElement[] | undefined => {
  const endsMs = performance.now() + limitMs
  const isCandidate = (element: Element) => {
    const { firstElementChild, shadowRoot } = treeOf(element)
    return hasEmpty || firstElementChild !== null || shadowRoot !== null
  }
  const isOverlay = (element: Element) =>
    /^(fixed|sticky)$/.test(getComputedStyle(element).position) ||
    matches(element, 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]')
  // A box without height may have positioned children.
  const isShownInView = (element: Element) =>
    isVisible(element) && (isInView(element) || [...unclobbered(element).children].some(isInView))
  const overlays: HTMLElement[] = []
  let count = 0
  for (const element of elementsIn(document)) {
    if (++count % 64 === 0 && performance.now() > endsMs) return undefined
    const isFound = isCandidate(element) && isOverlay(element) && 'style' in element && isShownInView(element)
    if (isFound) overlays.push(element as HTMLElement)
  }
  return overlays
}

/**
 * Returns whether the text of one of the overlays matches, outside of links and of the content and navigation of the page. The beginning of
 * a text is enough.
 */
export const speakOfConsent = (overlays: readonly HTMLElement[], pattern: string): boolean => {
  const textMax = 6000
  const words = new RegExp(pattern, 'i')
  const skipped = 'a, nav, main, article'
  return overlays.some((overlay) => {
    let text = ''
    walkRendered(overlay, {
      enter: (element) => element === overlay || !matches(element, skipped),
      text(data) {
        text += data
        return text.length < textMax
      },
    })
    return words.test(text)
  })
}

/** Restores scrolling that a dialog disabled. Does nothing if the page scrolls. */
export const unlockScroll = (): void => {
  const root = document.documentElement
  const { body } = document
  if (!(root && body)) return
  const isLocked = (element: Element) => /^(hidden|clip)$/.test(getComputedStyle(element).overflowY)
  const { scrollWidth, clientWidth } = sizesOf(root)
  const isWide = scrollWidth > clientWidth
  if (getComputedStyle(body).position === 'fixed') force(body, { position: 'static' })
  if (!isLocked(root) && !isLocked(body)) return
  // If both elements had an overflow, the body would become a scroller inside the page.
  force(body, { overflow: 'visible' })
  force(root, { overflow: isWide ? 'hidden auto' : 'visible' })
}
