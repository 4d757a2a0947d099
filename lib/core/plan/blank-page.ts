/** Operators that draw text, images, lines and gradients (ISO 32000-1, annex A). */
const inkPattern = /(?:^|[\s>)\]])(?:Tj|TJ|Do|sh|S|s|B\*?|b\*?|f\*|F)$/m

/** The end of a box that began on the page before, for example of one with the height of a page and a margin. */
const stripShare = 0.1

/**
 * Returns whether the content of a page shows nothing but the background of the document, and ends of boxes without text. The content is
 * the inflated stream that Skia writes, of any page but the first.
 *
 * @param height of the page, in the units of the content
 */
export const isBlankContent = (content: string, height: number): boolean => {
  const drawn = withoutSpaces(withoutCanvas(content.split('\n')))
  return !inkPattern.test(drawn.join('\n')) && tallestFill(drawn) <= height * stripShare
}

/** Returns the height of the tallest filled rectangle. Any other filled shape is as tall as can be. */
const tallestFill = (lines: string[]): number => {
  let tallest = 0
  let path = 0
  for (const line of lines) {
    if (line.endsWith(' re')) path = Math.max(path, Math.abs(Number(line.split(' ').at(-2))))
    if (/ [mlc]$/.test(line)) path = Number.POSITIVE_INFINITY
    if (line === 'f') tallest = Math.max(tallest, path)
    if (/(?:^| )[fn]$/.test(line)) path = 0
  }
  return tallest
}

/** The background of the document comes first. It is drawn relative to its page, and everything else relative to the document. */
const withoutCanvas = (lines: string[]): string[] => {
  const [, save, move = ''] = lines
  const [top = ''] = move.split(' ').slice(-2)
  if (save !== 'q' || !move.endsWith(' cm') || Number(top) < 0) return lines
  let depth = 0
  const end = lines.findIndex((line) => {
    if (line === 'q') depth++
    if (line !== 'Q') return false
    depth--
    return depth === 0
  })
  return lines.slice(end + 1)
}

const spacesStart = '/Span<</ActualText <FEFF'
const spacesEnd = '> >> BDC'

/** Removes text that consists of no-break spaces, for which Skia notes the actual characters. */
const withoutSpaces = (lines: string[]): string[] => {
  let isSpaces = false
  return lines.filter((line) => {
    if (line.startsWith(spacesStart))
      isSpaces = line.slice(spacesStart.length, -spacesEnd.length).replaceAll('00A0', '') === ''
    if (line === 'EMC') isSpaces = false
    return !isSpaces
  })
}
