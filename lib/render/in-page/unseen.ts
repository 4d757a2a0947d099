import {
  boxOf,
  checkVisibility,
  documentOf,
  elementsIn,
  isFrame,
  isHtml,
  isInWindow,
  matchesOf,
  rootsInFrames,
  sizesOf,
  treeOf,
} from './dom.ts'
import { type Area, state, type Unseen } from './state.ts'

/** Whether an element is a video that loads, or will, and has not begun. One with a poster shows that. */
const isUnbegun = (element: Element): element is HTMLVideoElement => {
  if (!isHtml(element, 'video')) return false
  const { played, networkState, preload, autoplay, error, poster } = element
  const isLoading =
    networkState === HTMLMediaElement.NETWORK_LOADING || networkState === HTMLMediaElement.NETWORK_IDLE
  return isLoading && played.length === 0 && !error && !poster && (preload !== 'none' || autoplay)
}

/**
 * Finds the elements that the browser draws only while they are in the viewport, and that are not: frames of other origins, whose rendering
 * is throttled, and videos that have not begun. Remembers them for `locateUnseen`, and returns their areas.
 */
export const findUnseen = (): Area[] => {
  const found: Unseen[] = []
  const isForeign = (element: Element) =>
    isFrame(element) && !documentOf(element) && (element as HTMLIFrameElement).contentWindow !== null
  /** The visible part, in the window. */
  const visibleBoxOf = (element: Element, frames: readonly Element[]) => {
    const { x, y, width, height } = boxOf(element)
    let box = { left: x, top: y, right: x + width, bottom: y + height }
    const origin = { x, y }
    for (const frame of [...frames].reverse()) {
      const outer = boxOf(frame)
      const left = outer.left + sizesOf(frame).clientLeft
      const top = outer.top + sizesOf(frame).clientTop
      origin.x += left
      origin.y += top
      box = {
        left: Math.max(outer.left, box.left + left),
        top: Math.max(outer.top, box.top + top),
        right: Math.min(outer.right, box.right + left),
        bottom: Math.min(outer.bottom, box.bottom + top),
      }
    }
    return { ...box, origin, width: box.right - box.left, height: box.bottom - box.top }
  }
  const add = (element: Element, frames: Element[]) => {
    const { left, top, width, height, right, bottom, origin } = visibleBoxOf(element, frames)
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    // A frame that is in view is drawn a little beyond the viewport.
    if (isInView && height <= innerHeight && width <= innerWidth) return
    if (width < 2 || height < 2) return
    if (!checkVisibility(element, { visibilityProperty: true, opacityProperty: true })) return
    const area = { x: left + scrollX, y: top + scrollY, width, height }
    found.push({ element, frames, area, origin: { x: origin.x + scrollX, y: origin.y + scrollY } })
  }
  const search = (root: Document, frames: Element[]) => {
    for (const element of elementsIn(root)) {
      if (isForeign(element) || isUnbegun(element)) add(element, frames)
      const inner = documentOf(element)
      if (inner) search(inner, [...frames, element])
    }
  }
  search(document, [])
  state.stops.unseen = found
  return found.map(({ area }) => area)
}

/** The elements of `findUnseen`. */
export const readUnseen = (): Element[] => state.stops.unseen.map(({ element }) => element)

/**
 * Returns how far the elements of `findUnseen` have moved in the document since, in CSS pixels. Null for those that were removed.
 */
export const locateUnseen = (): ({ x: number; y: number } | null)[] =>
  state.stops.unseen.map(({ element, frames, origin }) => {
    if (!treeOf(element).isConnected) return null
    const { left, top } = boxOf(element)
    const now = { x: left + scrollX, y: top + scrollY }
    for (const frame of frames) {
      const outer = boxOf(frame)
      now.x += outer.left + sizesOf(frame).clientLeft
      now.y += outer.top + sizesOf(frame).clientTop
    }
    return { x: now.x - origin.x, y: now.y - origin.y }
  })

/** The videos in view that have not begun, in some roots. */
export const unbegunVideos = (roots: Iterable<Document | ShadowRoot>): HTMLVideoElement[] => {
  const hasSize = ({ offsetWidth, offsetHeight }: HTMLVideoElement) => offsetWidth > 0 && offsetHeight > 0
  return [...matchesOf('video', roots)].filter(
    (element): element is HTMLVideoElement => isUnbegun(element) && hasSize(element) && isInWindow(element),
  )
}

/** Returns how many videos in view have not begun, and how many of them have yet to load their first image, which they do only in view. */
export const countUnbegunVideos = (): { unbegun: number; pending: number } => {
  const videos = unbegunVideos(rootsInFrames())
  const pending = videos.filter(({ readyState }) => readyState < HTMLMediaElement.HAVE_CURRENT_DATA)
  return { unbegun: videos.length, pending: pending.length }
}
