import { restoreTitles } from '../../../core/plan/outline-titles.ts'
import { type PdfFile, readEntries } from './pdf-file.ts'
import { endOfText, readTextString, toTextString } from './text-string.ts'

interface Bookmark {
  number: number
  entries: string
  title: string
}

/** Returns the bookmarks whose titles differ from the headings, with their new entries. */
export const titlesOfHeadings = (file: PdfFile, headings: readonly string[]): [number, string][] => {
  const bookmarks = bookmarksOf(file)
  const titles = restoreTitles(
    bookmarks.map(({ title }) => title),
    headings,
  )
  return bookmarks.flatMap(({ number, entries, title }, index): [number, string][] => {
    const restored = titles[index] ?? title
    return restored === title ? [] : [[number, withTitle(entries, restored)]]
  })
}

const titleMark = '/Title '

const withTitle = (entries: string, title: string) => {
  const at = entries.indexOf(titleMark) + titleMark.length
  return `${entries.slice(0, at)}${toTextString(title)}${entries.slice(endOfText(entries, at))}`
}

/** Returns all bookmarks in the order of the document, nested ones behind their parents. */
const bookmarksOf = (file: PdfFile): Bookmark[] => {
  const found: Bookmark[] = []
  const linkIn = (entries: string, name: string) => {
    const [, link] = entries.split(`/${name} `)
    return link === undefined ? [] : [Number.parseInt(link, 10)]
  }
  const catalog = readEntries(file, file.root)
  // The next siblings wait until the nested bookmarks are read.
  const waiting = linkIn(catalog, 'Outlines').flatMap((number) => linkIn(readEntries(file, number), 'First'))
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const entries = readEntries(file, number)
    const at = entries.indexOf(titleMark) + titleMark.length
    const end = endOfText(entries, at)
    found.push({ number, entries, title: readTextString(entries.slice(at, end)) })
    const links = entries.slice(end)
    waiting.push(...linkIn(links, 'Next'), ...linkIn(links, 'First'))
  }
  return found
}
