/** A part of a document: from where to where, in CSS pixels. */
export type Rows = readonly [top: number, bottom: number]

/** What one scroll position shows. */
export interface Stop {
  /** Where the stop before ended. */
  from: number
  /** Parts that begin above it are captured at this stop. */
  until: number
  /** Where they have to end. */
  limit: number
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

/**
 * Returns the rows to capture at a stop, and where the next one begins. A part is cut only if it is taller than a stop. Elements that have moved
 * are shown completely or not at all.
 */
export const planRows = (
  parts: readonly Rows[],
  moved: readonly Rows[],
  { from, until, limit }: Stop,
): { rows: Rows[]; next: number } => {
  const touched = moved.filter(([top, bottom]) => parts.some((part) => top < part[1] && bottom > part[0]))
  const whole = mergeRows([...parts, ...touched], 0)
  const isCut = ([top, bottom]: Rows) =>
    touched.some((one) => one[0] < bottom && one[1] > top && (one[0] < from || one[1] > limit))
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
    const following = whole[index + 1]?.[0] ?? limit
    const row: Rows = [Math.max(from, start - margin), Math.min(end + margin, following, limit)]
    if (!isCut(row)) rows.push(row)
    next = Math.max(next, end)
  }
  return { rows: mergeRows(rows, 0), next }
}
