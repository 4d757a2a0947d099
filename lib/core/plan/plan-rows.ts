import { subtract } from './capture-area.ts'
import type { Rectangle } from './render-plan.ts'

/** A part of a document: from where to where, in CSS pixels. */
export type Rows = readonly [top: number, bottom: number]

/** The rows that one scroll position shows. */
interface Stop {
  /** Where the stop before ended. */
  from: number
  /** Parts that begin above it are captured at this stop. */
  until: number
  /** Where they have to end. */
  limit: number
  /** A part that begins below is captured at a later stop if more of it is shown there. */
  deferrable: number
}

/** The content that a stop shows. */
interface StopContent {
  /** Parts that show more at this scroll position. */
  parts: readonly Rectangle[]
  /** Parts that will show more at another one. */
  unfinished: readonly Rows[]
  /** All parts that show less at the top. */
  hidden: readonly Rows[]
  /** All other content. */
  others: readonly Rows[]
}

/** Around a part, for its shadow. */
const margin = 24

/** Merges rows that overlap, or have less than `gap` between them. */
export const mergeRows = (rows: readonly Rows[], gap: number): Rows[] => {
  const merged: Rows[] = []
  for (const [top, bottom] of [...rows].sort(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && top <= last[1] + gap) merged[merged.length - 1] = [last[0], Math.max(last[1], bottom)]
    else merged.push([top, bottom])
  }
  return merged
}

/** Returns the rows to capture at a stop, and where the next one begins. A part is cut only if it is taller than a stop. */
export const planRows = (
  { parts, unfinished, hidden, others }: StopContent,
  { from, deferrable, ...stop }: Stop,
): { rows: Rows[]; next: number } => {
  // What moves on its own may show more at the next stop only, which would begin in the middle of it.
  const crossing = hidden.filter(([top, bottom]) => top < stop.until && bottom > stop.until)
  const isCut = ([top]: Rows) => !parts.some(({ y, height }) => top >= y - 1 && top < y + height)
  const deferred = [...unfinished, ...crossing.filter(isCut)]
    .map(([top]) => top)
    .filter((top) => top > deferrable)
  const until = Math.min(stop.until, ...deferred)
  const limit = Math.min(stop.limit, ...deferred)
  const whole = mergeRows(
    parts.map(({ y, height }) => [y, y + height]),
    0,
  )
  const rows: Rows[] = []
  let next = until
  for (const [index, [top, bottom]] of whole.entries()) {
    if (bottom <= from || top >= until) continue
    const start = Math.max(from, top)
    // It fits the next stop.
    if (bottom > limit && start > from) {
      next = start
      break
    }
    const end = Math.min(bottom, limit)
    const before = others.map(([, to]) => to).filter((to) => to <= top)
    const after = [whole[index + 1]?.[0] ?? limit, ...others.map(([at]) => at)].filter((at) => at >= bottom)
    rows.push([Math.max(from, start - margin, ...before), Math.min(end + margin, limit, ...after)])
    next = Math.max(next, end)
  }
  return { rows: mergeRows(rows, 0), next }
}

/** Returns what has moved, except where it is hidden behind the parts that are captured. It stays as the whole capture shows it. */
export const areasToKeep = (moved: readonly Rectangle[], parts: readonly Rectangle[]): Rectangle[] =>
  moved.flatMap((area) => subtract(area, parts))
