import { rootsIn, rootsInFrames, sizesOf } from './dom.ts'

const endOf = ({ effect }: Animation) => effect?.getComputedTiming().endTime

export const isEndless = (animation: Animation): boolean =>
  animation.playState === 'running' && endOf(animation) === Number.POSITIVE_INFINITY

export const isEnding = (animation: Animation): boolean =>
  animation.playState === 'running' && Number.isFinite(endOf(animation))

const animations = (roots = rootsIn()) => [...roots].flatMap((root) => root.getAnimations())

/** Returns in how many ms each animation ends that runs or is scheduled now. */
export const readEnds = (): number[] =>
  animations(rootsInFrames())
    .filter(isEnding)
    .map((animation) => (Number(endOf(animation)) - Number(animation.currentTime)) / animation.playbackRate)

/**
 * Holds what follows the place of an element in the window (`animation-timeline: view()`) as it is while the element is in the middle of the
 * window, or as near to it as the page can be scrolled.
 */
export const holdInView = (): void => {
  const { scrollingElement: root } = document
  if (!root) return
  const { scrollTop: top, scrollHeight } = sizesOf(root)
  const topMax = scrollHeight - innerHeight
  for (const animation of animations()) {
    const { timeline, currentTime } = animation
    if (!(timeline instanceof ViewTimeline) || timeline.source !== root) continue
    // The scroll positions at which the element enters the window and leaves it. They are null while it has no box.
    const { axis, startOffset: start, endOffset: end } = timeline
    const values = [start, end, currentTime]
    if (!/^(block|y)$/.test(axis) || !values.every((value) => value instanceof CSSUnitValue)) continue
    const [from, to, time] = values.map(({ value }) => value) as [number, number, number]
    const middle = Math.min(topMax, Math.max(0, (from + to) / 2))
    animation.pause()
    animation.currentTime = CSS.percent(time + ((middle - top) / (to - from)) * 100)
  }
}

/** Whether an animation of the page, or of its frames of the same origin, runs that will end. */
export const isAnimating = (): boolean => animations(rootsInFrames()).some(isEnding)

/** Reads the page as it is at the beginning of its endless animations, so these neither move nor color anything. */
export const readAtBeginning = <Result>(read: () => Result): Result => {
  const endless = animations().filter(isEndless)
  const times = endless.map(({ currentTime }) => currentTime)
  for (const animation of endless) animation.currentTime = 0
  try {
    return read()
  } finally {
    for (const [index, animation] of endless.entries()) animation.currentTime = times[index] ?? 0
  }
}
