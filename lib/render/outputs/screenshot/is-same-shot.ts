import type { Rectangle } from '../../../core/plan/render-plan.ts'
import type { Shot } from './shoot.ts'

/** A capture, with the areas that do not count, in its pixels. */
export interface TakenShot {
  shot: Shot
  ignored: Rectangle[]
  /** The captured area, in CSS pixels. Unless given, the viewport. */
  region?: Rectangle | undefined
}

/**
 * Returns whether two captures and their regions are equal, apart from what is ignored. Chromium's encoders make the same bytes of the same
 * pixels, so a piece is decoded only if it differs and something in it may be ignored. Returns false at `endsMs`.
 */
export const isSameShot = async (one: TakenShot, other: TakenShot, endsMs: number): Promise<boolean> => {
  const { pieces, columns } = one.shot
  const others = other.shot.pieces
  if (!isSameRegion(one.region, other.region)) return false
  if (pieces.length !== others.length || !areSameSections(one.shot, other.shot)) return false
  const ignored = [...one.ignored, ...other.ignored]
  for (const [index, piece] of pieces.entries()) {
    const next = others[index]
    if (next?.equals(piece)) continue
    if (!next || ignored.length === 0 || Date.now() >= endsMs) return false
    const { areImagesEqual, sizeOf } = await import('./compare-images.ts')
    // All pieces but the last of a row or column have the size of the first one.
    const { width, height } = await sizeOf(pieces[0] ?? piece)
    const origin = { x: (index % columns) * width, y: Math.floor(index / columns) * height }
    if (!(await areImagesEqual(piece, next, moveTo(origin, ignored)))) return false
  }
  return true
}

const moveTo = (origin: Pick<Rectangle, 'x' | 'y'>, areas: readonly Rectangle[]): Rectangle[] =>
  areas.map(({ x, y, width, height }) => ({ x: x - origin.x, y: y - origin.y, width, height }))

const areSameSections = ({ sections }: Shot, other: Shot) =>
  sections.length === other.sections.length &&
  sections.every(({ input }, index) => other.sections[index]?.input.equals(input))

const isSameRegion = (one: Rectangle | undefined, other: Rectangle | undefined) =>
  one?.x === other?.x && one?.y === other?.y && one?.width === other?.width && one?.height === other?.height
