import { elementsIn, pause, twoFrames, unclobbered } from './dom.ts'

/**
 * Resolves when boxes, inline styles and texts are unchanged for six frames and no transition runs, at the latest after `samplesMax`
 * samples, each of which takes 33 ms or more, or after `capMs`. Returns whether they are. Pages react to a scroll with transitions, or with
 * scripts that approach the new position frame by frame.
 */
export const awaitStillness = async (samplesMax: number, capMs: number): Promise<boolean> => {
  const elementsMax = 3000
  const samplesMin = 3
  // Endless animations are ignored.
  const isEnding = (animation: Animation) =>
    animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime)
  const describe = (element: Element) => {
    const { x, y, width, height } = unclobbered(element).getBoundingClientRect()
    const sides = [x, y, width, height].map((length) => Math.round(length * 4))
    return `${sides} ${unclobbered(element).getAttribute('style')}`
  }
  const isMoving = (root: Document | ShadowRoot) => root.getAnimations().some(isEnding)
  const sample = () => {
    const elements = [...elementsIn(document)].slice(0, elementsMax)
    const roots = elements.flatMap((element) => unclobbered(element).shadowRoot ?? [])
    return {
      text: elements.map(describe).join(';') + (document.body && unclobbered(document.body).textContent),
      isMoving: [document, ...roots].some(isMoving),
    }
  }
  const endsMs = performance.now() + capMs
  let last = sample()
  const isOver = (count: number) => count === samplesMax || performance.now() >= endsMs
  let same = 0
  for (let count = 0; same < samplesMin && !isOver(count); count++) {
    // Timers have the time of two frames of a screen. A busy page draws no frames, and what it did not draw says nothing about its rest.
    const isDrawn = await Promise.race([
      Promise.all([twoFrames(), pause(33)]).then(() => true),
      pause(endsMs - performance.now()).then(() => false),
    ])
    const now = sample()
    same = isDrawn && now.text === last.text && !now.isMoving ? same + 1 : 0
    last = now
  }
  return same === samplesMin
}
