/** Returns one line of code. */
export const toInlineCode = (line: string): string => {
  if (line.trim() === '') return ''
  const mark = longerThanIn(line, 0)
  const space = /^`|`$/.test(line) ? ' ' : ''
  return `${mark}${space}${line}${space}${mark}`
}

/**
 * Returns one line of code in a table. A backslash before a pipe would be taken for the escape of the pipe, and code has no other, so such a
 * pipe stands between two pieces of code.
 */
export const toCellCode = (line: string): string =>
  line
    .split(/(?<=(?<!\\)(?:\\\\)*\\)\|/)
    .map(toInlineCode)
    .join('&#124;')

/** Returns a run of backticks that is longer than any in the text. */
const longerThanIn = (text: string, lengthMin: number): string => {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(runs.reduce((length, run) => Math.max(length, run.length), lengthMin) + 1)
}

/** Returns a block of code. */
export const toFence = (text: string, language: string): string => {
  const fence = longerThanIn(text, 2)
  return `${fence}${language}\n${text}\n${fence}`
}
