interface TextWindow {
  text: string
  /** Where the next window starts, or undefined at the end. */
  next: number | undefined
}

/** Returns the part of a text from `start`, at most `length` UTF-16 units, ended at a line if it is not the last. The parts join to the text. */
export const textWindow = (text: string, start: number, length: number): TextWindow => {
  const end = start + length
  if (end >= text.length) return { text: text.slice(start), next: undefined }
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  const cut = lineEnd > start ? lineEnd : withoutHalfPair(text, end)
  return { text: text.slice(start, cut), next: cut }
}

/** A character outside the basic plane is two units, which are not separated. */
const withoutHalfPair = (text: string, end: number): number =>
  /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end
