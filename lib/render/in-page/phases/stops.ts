import { isAnimating } from '../animations.ts'
import { alignBackdrops } from '../backdrops.ts'
import { hideBars, rememberBars, showBars } from '../bars.ts'
import { findContents, findLower, rememberShown } from '../contents.ts'
import { pause } from '../dom.ts'
import { scrollDocumentTo, scrollPageTo } from '../scroll.ts'
import { findThemed, rememberColors } from '../themes.ts'
import { countUnbegunVideos, findUnseen, locateUnseen } from '../unseen.ts'

/**
 * As `scrollPageTo`, and remembers what the page looks like below its top.
 *
 * @param remembered the colors, for `surveyPage`, or all that is shown as well, for `lacksShown`
 */
export const scrollStep = async (
  top: number,
  waitMs: number,
  imagesMs: number,
  remembered: 'nothing' | 'colors' | 'all',
): ReturnType<typeof scrollPageTo> => {
  const position = await scrollPageTo(top, waitMs, imagesMs)
  // At first, the page may still enter.
  if (top === 0 || remembered === 'nothing') return position
  rememberColors()
  if (remembered === 'all') rememberShown()
  return position
}

/** The color of the page behind everything, as it is computed. */
const canvasColor = (): string =>
  [document.documentElement, document.body]
    .filter((element) => element != null)
    .map((element) => getComputedStyle(element).backgroundColor)
    .find((color) => color !== 'rgba(0, 0, 0, 0)') ?? ''

/**
 * Reads the page while it is as the whole capture shows it.
 *
 * @param isScrolled whether it was scrolled through, and is at its top
 */
export const surveyPage = (isScrolled: boolean) => ({
  top: scrollY,
  // On a phone, a page without a viewport of its own is laid out in a larger window.
  height: innerHeight,
  unseen: findUnseen(),
  bars: rememberBars(),
  scrolled: isScrolled ? { contents: findContents(), canvas: canvasColor(), themed: findThemed() } : null,
})

/**
 * Prepares the window for a capture of a part of the document: hides the bars, and moves backdrops to where the whole capture has them.
 * `leaveStops` undoes it.
 *
 * @param top null to stay where the window is
 * @param entranceMs how long animations that end are awaited as well. Each capture of an entrance that goes on costs more than its frames.
 */
export const visitStop = async (top: number | null, waitMs: number, entranceMs: number) => {
  const stepMs = 50
  if (top !== null) {
    showBars()
    scrollDocumentTo(top)
  }
  if (waitMs > 0) await pause(waitMs)
  for (let waited = 0; waited < entranceMs && isAnimating(); waited += stepMs) await pause(stepMs)
  const { lower, isUneven } = findLower()
  hideBars(lower)
  alignBackdrops(lower)
  return {
    top: scrollY,
    lower,
    isUneven,
    canvas: canvasColor(),
    moved: locateUnseen(),
    pendingVideos: countUnbegunVideos().pending,
  }
}

export type Survey = ReturnType<typeof surveyPage>

/** How the page is at a stop. */
export type StopView = Awaited<ReturnType<typeof visitStop>>

/** Shows the bars again, and returns to a scroll position. */
export const leaveStops = (top: number): void => {
  showBars()
  scrollDocumentTo(top)
  alignBackdrops(0)
}
