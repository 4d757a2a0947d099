interface MarkdownLine {
  text: string
  /** Whether the line belongs to a fenced block of code. */
  isCode: boolean
}

interface Fence {
  /** The beginning of the lines of its list items and quotes. */
  indent: string
  mark: string
}

/** After the markers of the list items and quotes that it is in. Text after backticks contains none, or they would be inline code. */
const opening = /^((?:[ \t>]|[-*+] |\d{1,9}[.)] )*)(`{3,}(?=[^`]*$)|~{3,})/

export const readLines = (markdown: string): MarkdownLine[] => {
  let fence: Fence | undefined
  return markdown.split('\n').map((text) => {
    if (fence) {
      if (isClosing(text, fence)) fence = undefined
      return { text, isCode: true }
    }
    fence = readFence(text)
    return { text, isCode: fence !== undefined }
  })
}

const readFence = (line: string): Fence | undefined => {
  const [, markers, mark] = opening.exec(line) ?? []
  if (markers === undefined || mark === undefined) return undefined
  return { indent: markers.replace(/[^>\t]/g, ' '), mark }
}

const isClosing = (line: string, { indent, mark }: Fence): boolean => {
  const text = line.slice(indent.length).trim()
  return line.startsWith(indent) && text.startsWith(mark) && text === mark.charAt(0).repeat(text.length)
}
