import { awaitRest } from '../page/rest.ts'
import { isAnimating, readAtBeginning } from './animations.ts'
import { attributeOf, boxOf, elementsIn, pause, textOf, twoFrames } from './dom.ts'

const elementsMax = 3000

/** Equal readings of a page that is at rest. */
const readings = 3

const describe = (element: Element) => {
  const { x, y, width, height } = boxOf(element)
  const sides = [x, y, width, height].map((length) => Math.round(length * 4))
  return `${sides} ${attributeOf(element, 'style')}`
}

const readLayout = () => {
  const elements = [...elementsIn(document)].slice(0, elementsMax)
  return elements.map(describe).join(';') + (document.body && textOf(document.body))
}

const read = (isDrawn: boolean) => ({
  layout: readAtBeginning(readLayout),
  isMoving: !isDrawn || isAnimating(),
})

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
