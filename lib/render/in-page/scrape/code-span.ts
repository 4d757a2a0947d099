/** Returns one line of code. */
export const toInlineCode = (line: string): string => {
  if (line.trim() === '') return ''
  const mark = longerThanIn(line, 0)
  const space = /^`|`$/.test(line) ? ' ' : ''
  return `${mark}${space}${line}${space}${mark}`
}

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
