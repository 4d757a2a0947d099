/** A part of a document or an image: from where to where. */
export type Rows = readonly [top: number, bottom: number]

/** Merges rows that overlap or touch. */
export const mergeRows = (rows: readonly Rows[]): Rows[] => {
  const merged: Rows[] = []
  for (const [top, bottom] of [...rows].sort(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && top <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], bottom)]
    else merged.push([top, bottom])
  }
  return merged
}

/** A part of this share of the window is seen in its middle as a whole. Sections of a window each are shown in two (`themed` of the tests). */
const shareMax = 0.7

/** A section of a smaller share of the window is shown with the next one. */
const shareMin = 0.2

/** Divides rows at the edges of sections, and those that are too tall for the middle of a window into equal parts. */
export const divideRows = ([from, to]: Rows, edges: readonly number[], windowHeight: number): Rows[] => {
  const rows: Rows[] = []
  for (let top = Math.max(0, ...edges.filter((edge) => edge <= from)); top < to; ) {
    const ends = edges.filter((edge) => edge > top + windowHeight * shareMin)
    const end = Math.min(...ends, top + 2 * windowHeight * shareMax)
    const count = Math.ceil((end - top) / (windowHeight * shareMax))
    for (let part = 0; part < count; part++)
      rows.push([top + ((end - top) * part) / count, top + ((end - top) * (part + 1)) / count])
    top = end
  }
  return rows
}
