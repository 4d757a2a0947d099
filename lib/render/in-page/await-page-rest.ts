import { awaitRest } from '../page/rest.ts'
import { elementsIn, pause, twoFrames, unclobbered } from './dom.ts'

const elementsMax = 3000

/** Equal readings of a page that is at rest. */
const readings = 3

/** Endless animations are ignored. */
const isEnding = (animation: Animation) =>
  animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime)

/** Whether an animation of a tree runs that will end. */
export const isAnimating = (root: Document | ShadowRoot): boolean => root.getAnimations().some(isEnding)

const describe = (element: Element) => {
  const { x, y, width, height } = unclobbered(element).getBoundingClientRect()
  const sides = [x, y, width, height].map((length) => Math.round(length * 4))
  return `${sides} ${unclobbered(element).getAttribute('style')}`
}

const read = (isDrawn: boolean) => {
  const elements = [...elementsIn(document)].slice(0, elementsMax)
  const roots = [document, ...elements.flatMap((element) => unclobbered(element).shadowRoot ?? [])]
  return {
    layout: elements.map(describe).join(';') + (document.body && unclobbered(document.body).textContent),
    isMoving: !isDrawn || roots.some(isAnimating),
  }
}

/**
 * Resolves when boxes, inline styles and texts are unchanged for six frames and no transition runs, at the latest after `readingsMax`
 * readings, each of which takes 33 ms or more, or after `capMs`. Returns whether they are. Pages react to a scroll with transitions, or with
 * scripts that approach the new position frame by frame.
 */
export const awaitPageRest = async (readingsMax: number, capMs: number): Promise<boolean> => {
  const endsMs = performance.now() + capMs
  let left = readingsMax
  let isDrawn = true
  let isAtRest = true
  const watched = {
    // A busy page draws no frames, and what it did not draw says nothing about its rest.
    read: async () => read(isDrawn),
    isSame: (now: ReturnType<typeof read>, before: ReturnType<typeof read>) =>
      now.layout === before.layout && !now.isMoving,
    // Timers have the time of two frames of a screen.
    pause: async () => {
      isDrawn = await Promise.race([
        Promise.all([twoFrames(), pause(33)]).then(() => true),
        pause(endsMs - performance.now()).then(() => false),
      ])
    },
    readings,
    isOver: () => left-- === 0 || performance.now() >= endsMs,
    expired: () => {
      isAtRest = false
    },
  }
  await awaitRest(watched, read(true))
  return isAtRest
}
