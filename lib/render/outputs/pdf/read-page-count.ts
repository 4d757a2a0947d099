const nodeMark = '\n<</Type /Pages\n'
const countPattern = /\/Count (\d+)/

/** A node of the page tree begins with its type and its count of pages. */
const nodeBytes = 100

/**
 * Returns the number of pages of a document that Chromium has written: its page tree is not compressed, and the root has the largest
 * count. The text of a page is compressed, and Skia escapes line ends in titles and other texts, so none of them can look like a node.
 */
export const readPageCount = (body: Buffer): number => {
  let pages = 0
  for (let at = body.indexOf(nodeMark); at !== -1; at = body.indexOf(nodeMark, at + 1)) {
    const [, count = 0] = countPattern.exec(body.toString('latin1', at, at + nodeBytes)) ?? []
    pages = Math.max(pages, Number(count))
  }
  return pages
}
