import { recordChanges } from './changes.ts'
import { elementsIn, force, isHtml, pause } from './dom.ts'

/**
 * Loads content that waits for scrolling: lazy images, lazy frames, and content that `content-visibility` skips. Waits for the frames,
 * at most `framesMs`. Returns the number of such elements.
 */
export const loadLazyContent = async (framesMs: number): Promise<number> => {
  let loaded = 0
  const loads: Promise<unknown>[] = []
  const wakeLazy = (element: HTMLImageElement | HTMLIFrameElement) => {
    if (element.loading !== 'lazy') return
    loaded++
    // A loaded frame shows another document, or one that is inaccessible.
    if (isHtml(element, 'iframe') && element.contentDocument?.URL === 'about:blank')
      loads.push(new Promise((resolve) => element.addEventListener('load', resolve, { once: true })))
    element.loading = 'eager'
  }
  for (const element of elementsIn(document)) {
    if (isHtml(element, 'img') || isHtml(element, 'iframe')) wakeLazy(element)
    if (!isHtml(element) || getComputedStyle(element).contentVisibility !== 'auto') continue
    force(element, { 'content-visibility': 'visible' })
    loaded++
  }
  if (loads.length > 0) await Promise.race([Promise.all(loads), pause(framesMs)])
  return loaded
}

/** As `loadLazyContent`, in a way that `revertChanges` undoes. */
export const loadLazyForNow = (framesMs: number): Promise<number> =>
  recordChanges(() => loadLazyContent(framesMs))
