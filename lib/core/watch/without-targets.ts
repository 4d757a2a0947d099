/** Removes the destination and title of each inline link and image in a line. The converter escapes brackets of other text. */
export const withoutTargets = (line: string): string => {
  let kept = ''
  let from = 0
  for (const start of closedBrackets(line)) {
    if (start < from || line[start] !== '(') continue
    const end = endOfTarget(line, start + 1)
    // A further search would take as long for each bracket.
    if (end === undefined) break
    kept += line.slice(from, start)
    from = end
  }
  return kept + line.slice(from)
}

/** Returns the indexes after the closing brackets of pairs outside of inline code. */
const closedBrackets = (line: string): number[] => {
  const found: number[] = []
  const codeEnd = createCodeEnd(line)
  let open = 0
  for (let at = 0; at < line.length; ) {
    const character = line[at]
    if (character === '[') open += 1
    if (character === ']' && open > 0) {
      open -= 1
      found.push(at + 1)
    }
    at = character === '`' ? codeEnd(at) : at + (character === '\\' ? 2 : 1)
  }
  return found
}

/** Returns a function that returns the index after the inline code, or after the backticks, that begin at an index. */
const createCodeEnd = (line: string) => {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: { length }, index }) => ({ length, index }))
  /** By length, last first. */
  const byLength = Map.groupBy(runs.toReversed(), ({ length }) => length)
  return (start: number): number => {
    let length = 1
    while (line[start + length] === '`') length += 1
    const same = byLength.get(length) ?? []
    while (same.length > 0 && (same.at(-1)?.index ?? 0) <= start) same.pop()
    const close = same.at(-1)
    return close ? close.index + length : start + length
  }
}

const depthChanges: Readonly<Record<string, number>> = { '(': 1, ')': -1 }

/** Returns the index after the closing parenthesis, or undefined if none follows. */
const endOfTarget = (line: string, start: number): number | undefined => {
  let depth = 0
  for (let at = start; at < line.length; at = endOfPart(line, at)) {
    const character = line.charAt(at)
    if (character === ')' && depth === 0) return at + 1
    depth += depthChanges[character] ?? 0
  }
  return undefined
}

/** Returns the index after a character, an escaped one, a destination in angle brackets, or a title. */
const endOfPart = (line: string, at: number): number => {
  const character = line[at]
  if (character === '\\') return at + 2
  const isTitle = character === '"' && line[at - 1] === ' '
  if (character !== '<' && !isTitle) return at + 1
  const end = line.indexOf(isTitle ? '"' : '>', at + 1)
  return end < 0 ? line.length : end + 1
}
