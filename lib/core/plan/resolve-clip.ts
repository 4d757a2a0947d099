import type { Rectangle } from './render-plan.ts'

interface ClipOptions {
  clip_x?: number | undefined
  clip_y?: number | undefined
  clip_width?: number | undefined
  clip_height?: number | undefined
}

/** The region that the four parameters name together. */
export const resolveClip = (options: ClipOptions): Rectangle | undefined => {
  const { clip_x: x, clip_y: y, clip_width: width, clip_height: height } = options
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined
  return { x, y, width, height }
}
