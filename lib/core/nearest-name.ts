/** The known name closest to a misspelt one, or undefined where none is close. Names beyond 64 characters are close to nothing. */
export const nearestName = (name: string, known: Iterable<string>): string | undefined => {
  if (name.length > 64) return undefined
  const plain = toPlain(name)
  let nearest: string | undefined
  let distance = (plain.length < 6 ? 1 : Math.max(2, Math.floor(plain.length / 4))) + 1
  for (const candidate of known) {
    const candidateDistance = editDistance(plain, toPlain(candidate))
    if (candidateDistance >= distance) continue
    nearest = candidate
    distance = candidateDistance
  }
  return nearest
}

/** `fullPage`, `full-page`, `full_page[]` and `full_page` are one spelling. */
const toPlain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Levenshtein distance, one row at a time. */
const editDistance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= right.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
