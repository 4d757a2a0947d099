/** Returns the lines that are not blank, trimmed. A pattern around a line break takes quadratic time for long blanks. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const toOneLine = (text: string): string => linesOf(text).join(' ')
