/** Time that frames have taken so far, and what is left for the others, in milliseconds. */
interface VideoProgress {
  framesLeft: number
  msLeft: number
  /** Of a frame that is made into a picture. */
  shotMs: number
  /** Of a frame that only lets the page's time go on. */
  skippedMs: number
}

/**
 * The share of the remaining frames that can be made into pictures of their own, 0–1: all of them while there is time, and
 * only as few as the deadline forces when there is not, so that a video always has its length.
 */
export const shareOfShots = ({ framesLeft, msLeft, shotMs, skippedMs }: VideoProgress): number => {
  if (framesLeft <= 0 || framesLeft * shotMs <= msLeft) return 1
  const share = (msLeft / framesLeft - skippedMs) / (shotMs - skippedMs)
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
