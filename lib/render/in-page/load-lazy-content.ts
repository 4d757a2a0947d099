import { documentOf, elementsIn, force, isFrame, isHtml, pause } from './dom.ts'
import { recordChanges } from './undo.ts'

const load = async (framesMs: number): Promise<{ loaded: number; isExpired: boolean }> => {
  let loaded = 0
  const wake = (element: HTMLImageElement | HTMLIFrameElement) => {
    if (element.loading !== 'lazy') return false
    loaded++
    element.loading = 'eager'
    return true
  }
  const loadIn = async (parent: Document): Promise<void> => {
    const loads: Promise<void>[] = []
    for (const element of elementsIn(parent)) {
      if (isHtml(element, 'img')) wake(element)
      if (isFrame(element)) loads.push(loadFrame(element))
      if (!isHtml(element) || getComputedStyle(element).contentVisibility !== 'auto') continue
      force(element, { 'content-visibility': 'visible' })
      loaded++
    }
    await Promise.all(loads)
  }
  const loadFrame = async (frame: Element) => {
    // A loaded frame shows another document, or one that is inaccessible.
    const isBlank = documentOf(frame)?.URL === 'about:blank'
    if (isHtml(frame, 'iframe') && wake(frame) && isBlank)
      await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    const inner = documentOf(frame)
    if (inner) await loadIn(inner)
  }
  const isExpired = await Promise.race([loadIn(document).then(() => false), pause(framesMs).then(() => true)])
  return { loaded, isExpired }
}

/**
 * Loads content that waits for scrolling, also in frames of the same origin: lazy images, lazy frames, and content that
 * `content-visibility` skips. Waits for the frames, at most `framesMs`. Returns how many such elements there are, and whether they did not load in time.
 *
 * @param isForNow whether `undo` reverts it
 */
export const loadLazyContent = (framesMs: number, isForNow: boolean): ReturnType<typeof load> =>
  isForNow ? recordChanges(() => load(framesMs)) : load(framesMs)
