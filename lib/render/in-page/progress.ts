import { isEnding, isEndless } from './animations.ts'
import {
  alphaOf,
  boxOf,
  contains,
  elementsIn,
  isText,
  matches,
  nameOf,
  treeOf,
  unclobbered,
  withAncestors,
} from './dom.ts'
import { isVisible } from './predicates.ts'

export const replaced =
  /^(img|svg|canvas|video|iframe|frame|object|embed|input|button|select|textarea|progress|meter)$/

const visibleBoxOf = (element: Element) => {
  const { left, top, right, bottom } = boxOf(element)
  return [
    Math.max(left, 0),
    Math.max(top, 0),
    Math.min(right, innerWidth),
    Math.min(bottom, innerHeight),
  ] as const
}

/** The share of the window that an element takes. */
const shareOf = (element: Element) => {
  const [left, top, right, bottom] = visibleBoxOf(element)
  const area = right > left && bottom > top ? (right - left) * (bottom - top) : 0
  return area / (innerWidth * innerHeight)
}

const isLarge = (element: Element) => shareOf(element) > 0.1

const isReplaced = (element: Element) => replaced.test(nameOf(element))

const isPainted = (element: Element) => {
  const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(element)
  const isColored = alphaOf(backgroundColor) > 0 && backgroundColor !== 'rgb(255, 255, 255)'
  return isColored || backgroundImage !== 'none' || borderTopWidth !== '0px'
}

const isFilled = (element: Element) =>
  alphaOf(getComputedStyle(element).backgroundColor) > 0.9 && shareOf(element) > 0.4

/** The number of characters that an element has outside of its children. */
const ownText = (element: Element) =>
  [...unclobbered(element).childNodes]
    .filter((node) => isText(node))
    .reduce((length, { data }) => length + data.trim().length, 0)

/** The topmost element in the middle of an element, or of the window, and all that it is in. */
const stackAt = (element?: Element) => {
  const [left, top, right, bottom] = element ? visibleBoxOf(element) : [0, 0, innerWidth, innerHeight]
  return [...withAncestors(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))]
}

/** Characters of a text such as "Loading … 45 %". */
const shortMax = 40

const partsMax = 50

const usable =
  'a[href], button, input, select, textarea, video, iframe, dialog, [role=dialog], [contenteditable]'

const moving = 'progress, [role=progressbar], [class*=load i], [id*=load i], [class*=spin i], [id*=spin i]'

const partsOf = (layer: Element) => [...unclobbered(layer).querySelectorAll('*')]

/** What fills the screen was chosen, and is no progress screen. */
const isCovering = (element: Element) =>
  /^(fixed|absolute|sticky)$/.test(getComputedStyle(element).position) &&
  shareOf(element) > 0.98 &&
  !matches(element, ':fullscreen')

/** A layer that fades out is still one. */
const opaque = new WeakSet<Element>()

const changesOpacity = (animation: Animation) =>
  isEnding(animation) &&
  (animation.effect as KeyframeEffect | null)?.getKeyframes().some((frame) => 'opacity' in frame)

/** Whether an element may have been opaque before the first reading. One that fades in is taken for one that fades out, and soon ends. */
const isFading = (element: Element) => unclobbered(element).getAnimations().some(changesOpacity)

const isOpaque = (layer: Element, around: readonly Element[]) => {
  if (opaque.has(layer)) return true
  const opacity = around.reduce((product, element) => product * Number(getComputedStyle(element).opacity), 1)
  if (opacity <= 0.9 && !around.some(isFading)) return false
  const isFound = [layer, ...partsOf(layer)].slice(0, partsMax).some(isFilled)
  if (isFound && opacity > 0.9) opaque.add(layer)
  return isFound
}

const hasLongText = (layer: Element) => {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not shown
  const { innerText } = unclobbered(layer as HTMLElement)
  return (innerText ?? '').trim().length > shortMax
}

const isUsed = (part: Element) =>
  isVisible(part) && (matches(part, usable) || (isReplaced(part) && isLarge(part)))

const isMoving = (layer: Element) =>
  [layer, ...partsOf(layer)].some((part) => matches(part, moving)) ||
  unclobbered(layer).getAnimations({ subtree: true }).some(isEndless)

/** The layer that covers the window in front of an element, or of everything, and whether it shows progress. */
const layerBefore = (element?: Element) => {
  const stack = stackAt(element)
  const roots = [document.documentElement, document.body]
  const index = stack.findIndex((layer) => !roots.includes(layer as HTMLElement) && isCovering(layer))
  const layer = stack[index]
  if (layer === undefined || (element !== undefined && contains(layer, element))) return undefined
  const isProgress =
    isOpaque(layer, stack.slice(index)) && !hasLongText(layer) && !partsOf(layer).some(isUsed)
  return { layer, isProgress }
}

interface Shown {
  /** Numbers of characters. */
  text: number
  transparent: number
  /** Whether something large is painted, or anything. */
  isFilled: boolean
  isPainted: boolean
}

/** Decides from one element whether the window shows only progress, or adds what it shows. */
const visit = (element: Element, shown: Shown): boolean | undefined => {
  const text = ownText(element)
  const isContent = text > 0 || isReplaced(element)
  if ((!isContent && !isPainted(element)) || shareOf(element) === 0) return undefined
  if (isVisible(element) && (text > 0 || (isContent && isLarge(element))))
    return visitContent(element, text, shown)
  if (isVisible(element)) {
    shown.isPainted = true
    shown.isFilled ||= isLarge(element)
  } else shown.transparent += text
  return undefined
}

const visitContent = (element: Element, text: number, shown: Shown) => {
  if (layerBefore(element)?.isProgress) return true
  shown.text += text
  return text === 0 || shown.text > shortMax ? false : undefined
}

const depthMax = 200
const nestedMax = 20_000

/**
 * Whether elements are nested so deeply that Chromium takes seconds to find the one at a point (3,000 inline elements: 5 s). Reads every
 * hundredth element.
 */
const isDeep = () => {
  const elements = document.getElementsByTagName('*')
  for (let index = depthMax; index < Math.min(elements.length, nestedMax); index += depthMax / 2) {
    let depth = 0
    let next: Element | null = elements[index] ?? null
    for (; next !== null && depth < depthMax; depth++) next = treeOf(next).parentElement
    if (depth === depthMax) return true
  }
  return false
}

const elementsMax = 2_000

/** A page that takes longer is large, and shows something. One with few elements takes longer only while the machine is busy. */
const readMsMax = 50
const fewElements = 100

const isBlank = ({ text, transparent, isFilled, isPainted }: Shown) => {
  const front = layerBefore()
  if (front) return front.isProgress && isMoving(front.layer)
  if (isFilled) return false
  return transparent > 0 ? transparent > 3 * text : text === 0 && !isPainted && document.scripts.length > 0
}

/**
 * Returns whether the window shows only that the page is not ready yet: nothing at all, or a layer such as a spinner above all of it.
 *
 * An opaque layer that covers the window is taken for progress if it has next to no text, nothing to use and no large picture, and if
 * there is content behind it or it moves. A blank window is if the page has text in it that is transparent, or only scripts so far.
 */
export const showsProgress = (): boolean => {
  const { body, documentElement } = document
  if (!body || isDeep()) return false
  const isFilled = isPainted(documentElement) || isPainted(body)
  const shown = { text: 0, transparent: 0, isFilled, isPainted: isFilled }
  const readEndsMs = performance.now() + readMsMax
  let count = 0
  for (const element of elementsIn(document)) {
    if (++count > elementsMax || (count > fewElements && performance.now() > readEndsMs)) return false
    const isProgress = visit(element, shown)
    if (isProgress !== undefined) return isProgress
  }
  return isBlank(shown)
}
