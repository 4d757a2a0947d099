/** Returns the known name closest to a misspelt one, or undefined if none is close. Names beyond 64 characters are never close. */
export const nearestName = (name: string, known: Iterable<string>): string | undefined => {
  if (name.length > 64) return undefined
  const plain = toPlainName(name)
  let nearest: string | undefined
  let distance = mistakesMax(plain.length) + 1
  for (const candidate of known) {
    const candidateDistance = editDistance(plain, toPlainName(candidate))
    if (candidateDistance >= distance) continue
    nearest = candidate
    distance = candidateDistance
  }
  return nearest
}

/** `fullPage`, `full-page`, `full_page[]` and `full_page` are one spelling. */
export const toPlainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Among short words most others are one letter away, so a suggestion would be a guess. */
const mistakesMax = (length: number): number => {
  if (length < 4) return 0
  if (length < 8) return 1
  return length < 14 ? 2 : 3
}

/** Returns the number of insertions, deletions, substitutions and swaps of neighbors, one row at a time. fastest-levenshtein does not
 * count a swap as one edit. */
const editDistance = (left: string, right: string): number => {
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1
      const changed = Math.min(entry(row, j - 1) + cost, entry(row, j) + 1, entry(next, j - 1) + 1)
      next.push(isSwap(left, i, right, j) ? Math.min(changed, entry(before, j - 2) + 1) : changed)
    }
    before = row
    row = next
  }
  return entry(row, right.length)
}

const entry = (row: readonly number[], index: number): number => row[index] ?? 0

const isSwap = (left: string, i: number, right: string, j: number): boolean =>
  i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
