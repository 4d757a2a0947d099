import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff'

interface TextDifference {
  /** Removed and added lines, as a share of the lines of both texts: from 0 (equal) to 1 (nothing in common). */
  ratio: number
  /** Unified patch from the first text to the second. Absent if they are equal. */
  patch?: string
}

/**
 * Removed and added lines up to which the shortest patch is searched. The search takes up to the square of this number of steps: 0.35 s
 * for two texts that have no line in common (November 2026).
 */
const editsLimit = 2_000

/** Each step compares lines until they differ, so equal lines in large texts take time as well: 20 s for 4 MB of them without this limit. */
const searchMsLimit = 2_000

/** Lines of both texts beyond which no search takes place: splitting and counting them takes a second for a million lines already. */
const searchedLinesLimit = 200_000

const contextLines = 3

const names = { before: 'before.md', after: 'after.md' }

const limits = { editsMax: editsLimit, searchMsMax: searchMsLimit, searchedLinesMax: searchedLinesLimit }

/** Compares two texts line by line. The time is bounded: beyond the limits, everything between the first and the last changed line counts. */
export const compareTexts = (
  before: string,
  after: string,
  changedLimits: Partial<typeof limits> = {},
): TextDifference => {
  if (before === after) return { ratio: 0 }
  const { editsMax, searchMsMax, searchedLinesMax } = { ...limits, ...changedLimits }
  const [old, latest] = [linesOf(before), linesOf(after)]
  const count = old.length + latest.length
  const options = { context: contextLines, maxEditLength: editsMax, timeout: searchMsMax }
  const shortest =
    count > searchedLinesMax
      ? undefined
      : structuredPatch(names.before, names.after, before, after, undefined, undefined, options)
  const patch = shortest ?? replaceMiddle(old, latest)
  return { ratio: editsOf(patch) / count, patch: formatPatch(patch, FILE_HEADERS_ONLY) }
}

const editsOf = ({ hunks }: StructuredPatch): number => {
  let edits = 0
  for (const { lines } of hunks)
    for (const line of lines) if (line.startsWith('+') || line.startsWith('-')) edits++
  return edits
}

const replaceMiddle = (old: readonly string[], latest: readonly string[]): StructuredPatch => {
  const shorter = Math.min(old.length, latest.length)
  let start = 0
  while (start < shorter && old[start] === latest[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === latest.at(-1 - end)) end++
  const removed = old.slice(start, old.length - end)
  const added = latest.slice(start, latest.length - end)
  const hunk = {
    // By convention, an empty range begins at the line before it.
    oldStart: removed.length > 0 ? start + 1 : start,
    oldLines: removed.length,
    newStart: added.length > 0 ? start + 1 : start,
    newLines: added.length,
    lines: [...toHunkLines('-', removed), ...toHunkLines('+', added)],
  }
  return {
    oldFileName: names.before,
    newFileName: names.after,
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [hunk],
  }
}

/** Each line with its line break, which the last one may not have. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/))

const toHunkLines = (sign: '-' | '+', lines: readonly string[]): string[] =>
  lines.flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
  )
