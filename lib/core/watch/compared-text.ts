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
      return isCode ? line : line.replace(target, ']').replace(autolink, '<>')
    })
    .join('\n')
}

/** The destination and title of an inline link or image. The converter escapes brackets of other text. */
const target =
  /\](?<!\\\])\((?:<[^<>]*>|(?:\\.|[^\s()\\]|\([^\s()]*\))*)(?:\s+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'))?\)/g

const autolink = /<https?:\/\/[^\s<>]*>/g
