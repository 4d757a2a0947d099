import { rootsIn, rootsInFrames } from './dom.ts'

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
