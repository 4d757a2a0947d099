/**
 * Returns Markdown without the differences that no reader can see: letters are composed (NFC), every space that has the width of one is an
 * ordinary space, and characters without any width are removed.
 *
 * @param options.ignoresLinks also removes the URLs of links and images, outside of code
 */
export const comparedText = (
  markdown: string,
  { ignoresLinks = false }: { ignoresLinks?: boolean | undefined } = {},
): string => {
  const visible = markdown.normalize('NFC').replace(spaces, ' ').replace(invisible, '')
  return ignoresLinks ? withoutTargets(visible) : visible
}

/** No-break, en, em, thin and similar spaces. */
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f]/g

/** Soft hyphen, zero-width space, joiners, marks of direction, word joiner, byte order mark. A joiner between emoji makes them one. */
const invisible =
  /[\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d/gu

const fence = /^ {0,3}(`{3,}|~{3,})/

const withoutTargets = (markdown: string): string => {
  let open: string | undefined
  return markdown
    .split('\n')
    .map((line) => {
      const [, mark] = fence.exec(line) ?? []
      const isCode = open !== undefined || mark !== undefined
      if (open === undefined) open = mark
      else if (mark?.startsWith(open)) open = undefined
      return isCode ? line : withoutTargetsIn(line)
    })
    .join('\n')
}

/** Removes the destination and title of each inline link and image. The converter escapes brackets of other text. */
const withoutTargetsIn = (line: string): string => {
  let kept = ''
  let at = 0
  for (let open = line.indexOf(']('); open >= 0; open = line.indexOf('](', at)) {
    const end = line[open - 1] === '\\' ? open + 2 : endOfTarget(line, open + 2)
    if (end === undefined) break
    kept += line.slice(at, line[open - 1] === '\\' ? end : open + 1)
    at = end
  }
  return kept + line.slice(at)
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
