import { readLines } from './markdown-lines.ts'
import { withoutTargets } from './without-targets.ts'

/**
 * Returns Markdown without the differences that no reader can see: letters are composed (NFC), every space that has the width of one is an
 * ordinary space, and characters without any width, spaces at the end of lines and empty paragraphs are removed.
 *
 * @param options.ignoresLinks also removes the URLs of links and images, outside of code
 */
export const comparedText = (
  markdown: string,
  { ignoresLinks = false }: { ignoresLinks?: boolean | undefined } = {},
): string => {
  const visible = withoutJoiners(markdown.normalize('NFC'))
    .replace(invisible, '\u200b')
    .replace(/\u200b+/g, '\u200b')
    .replace(/ \u200b(?= )/g, '')
    .replaceAll('\u200b', '')
  const lines = readLines(visible).map(({ text, isCode }) => {
    const line = (isCode ? text : withoutEnd(text)).replace(spaces, ' ')
    return { text: ignoresLinks && !isCode ? withoutTargets(line) : line, isCode }
  })
  return lines
    .filter(
      ({ text, isCode }, index) => isCode || text !== '' || (index > 0 && lines[index - 1]?.text !== ''),
    )
    .map(({ text }) => text)
    .join('\n')
}

/** No-break, en, em, thin and similar spaces. */
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f]/g

/**
 * Soft hyphen, zero-width space, grapheme joiner, marks and controls of direction, word joiner, invisible operators, vowel separator, byte
 * order mark, and the text form of what is text without it.
 */
const invisible =
  /[\u034f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<!\p{Emoji_Presentation})\ufe0e/gu

/** The end of a text after which a joiner makes the emoji one. */
const emojiEnd = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u

/** Scripts in which a joiner or non-joiner changes the shape of the letters beside it. */
const joining =
  /[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}]/u

/** Keeps joiners and non-joiners only where they change what is drawn. */
const withoutJoiners = (text: string): string =>
  text.replace(/[\u200c\u200d]/g, (joiner, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at)
    const joinsEmoji = joiner === '\u200d' && emojiEnd.test(before)
    const joinsLetters = joining.test(text.charAt(at - 1)) && joining.test(text.charAt(at + 1))
    return joinsEmoji || joinsLetters ? joiner : '\u200b'
  })

const isSpace = (character: string | undefined) =>
  character !== undefined && /[ \u00a0\u2000-\u200a\u202f\u205f]/.test(character)

/** Removes spaces at the end. Two ordinary ones, or a backslash, are a line break. */
const withoutEnd = (line: string): string => {
  const backslash = line.endsWith('\\') && isSpace(line.at(-2)) ? '\\' : ''
  const end = line.length - backslash.length
  let start = end
  while (isSpace(line[start - 1])) start -= 1
  const isBreak = start > 0 && line.slice(start, end).endsWith('  ')
  return line.slice(0, start) + (backslash || (isBreak ? '  ' : ''))
}
