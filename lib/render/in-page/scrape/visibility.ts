import { attributeOf, isHtml } from '../dom.ts'

/** Returns whether an element and all of its content are hidden. */
export const isHidden = (element: Element, style: CSSStyleDeclaration): boolean =>
  style.display === 'none' ||
  style.visibility === 'collapse' ||
  isClippedAway(element, style) ||
  isOffScreen(style)

/** Content that a search or a click can reveal counts as shown. */
export const isContentHidden = (element: Element, style: CSSStyleDeclaration): boolean =>
  style.contentVisibility === 'hidden' && attributeOf(element, 'hidden') === null

const isPlaced = ({ position }: CSSStyleDeclaration) => position === 'absolute' || position === 'fixed'

/** Returns whether text is only for screen readers, such as a skip link: one pixel in size, or clipped completely. */
const isClippedAway = (element: Element, style: CSSStyleDeclaration): boolean => {
  if (isPlaced(style) && (isEmptyClip(style.clip) || emptyClipPath.test(style.clipPath))) return true
  // An image that has not loaded has no size.
  if (style.overflow === 'visible' || isHtml(element, 'img')) return false
  return isPixel(style.width) && isPixel(style.height)
}

const emptyClipPath = /^inset\((?:[5-9]\d|100)(?:\.\d+)?%\)$/

const isPixel = (length: string) => Number.parseFloat(length) <= 1

/** `rect(top, right, bottom, left)` */
const isEmptyClip = (clip: string): boolean => {
  if (!clip.startsWith('rect(')) return false
  const [top = 0, right = 0, bottom = 0, left = 0] = clip.slice(5).split(',').map(Number.parseFloat)
  return right - left <= 1 || bottom - top <= 1
}

/** Farther than any slide of a carousel. */
const offScreenPx = -5000

const isOffScreen = (style: CSSStyleDeclaration): boolean =>
  isPlaced(style) &&
  (Number.parseFloat(style.left) <= offScreenPx || Number.parseFloat(style.top) <= offScreenPx)
