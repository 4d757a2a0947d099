/** Spaces at the ends of lines are not drawn, but hyphens are. */
const inkOf = (text: string) => text.replaceAll(/[\s\u00ad\u2010]/g, '').normalize('NFKC')

/** A text from right to left is drawn in the opposite order, and numbers in it are not. */
const lettersOf = (ink: string) => [...ink].sort().join('')

/** Headings between two bookmarks that are not printed, for example outside of the page ranges. */
const skippedMax = 2000

/**
 * Returns the titles of bookmarks as the headings of the document have them. Chromium collects titles from what it draws: without the
 * spaces where a line ends, and in the order in which right-to-left text is drawn. A title that matches no heading stays.
 *
 * @param titles in the order of the document
 */
export const restoreTitles = (titles: readonly string[], headings: readonly string[]): string[] => {
  const known = headings.map((text) => ({ text, letters: lettersOf(inkOf(text)) }))
  let next = 0
  return titles.map((title) => {
    const letters = lettersOf(inkOf(title))
    const found = known.slice(next, next + skippedMax).findIndex((heading) => heading.letters === letters)
    if (found === -1) return title
    next += found + 1
    return known[next - 1]?.text ?? title
  })
}
