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
  return !inkPattern.test(drawn.join('\n')) && readFills(drawn).every((fill) => isEnd(fill, height))
}

/** A filled rectangle: where it begins below the upper edge of the page's content, and how tall it is. */
interface Fill {
  top: number
  height: number
}

/** What begins below the upper edge, such as a line to write on, is not the end of what the page before shows. */
const isEnd = ({ top, height }: Fill, pageHeight: number) => top < 1 && height <= pageHeight * stripShare

/** Any shape that is no rectangle is as tall as can be. */
const shape: Fill = { top: 0, height: Number.POSITIVE_INFINITY }

/** Places are `scale * y + shift`. */
interface Axis {
  scale: number
  shift: number
}

/** Nothing that is rotated or skewed has a place. */
const move = ({ scale, shift }: Axis, [, b, c, d = 1, , f = 0]: readonly number[]): Axis => ({
  scale: b === 0 && c === 0 ? scale * d : Number.NaN,
  shift: scale * f + shift,
})

/** The first clip is the area within the margins of the page. */
const readFills = (lines: readonly string[]): Fill[] => {
  const fills: Fill[] = []
  const outer: Axis[] = []
  let axis: Axis = { scale: 1, shift: 0 }
  let edge: number | undefined
  let path: Fill[] = []
  const paint = {
    q: () => outer.push(axis),
    Q: () => {
      axis = outer.pop() ?? axis
    },
    // The matrix of the whole page turns it upside down.
    cm: (numbers: readonly number[]) => {
      if (outer.length > 0) axis = move(axis, numbers)
    },
    re: ([, y = 0, , height = 0]: readonly number[]) =>
      path.push({ top: axis.scale * y + axis.shift, height }),
    m: () => path.push(shape),
    l: () => path.push(shape),
    c: () => path.push(shape),
    n: () => {
      edge ??= path[0]?.top
      path = []
    },
    f: () => {
      const toTop = (top: number) => (top - (edge ?? 0)) / axis.scale
      fills.push(...path.map(({ top, height }) => ({ top: toTop(top), height })))
      path = []
    },
  }
  for (const line of lines) {
    const words = line.split(' ')
    paint[words.at(-1) as keyof typeof paint]?.(words.map(Number))
  }
  return fills
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
