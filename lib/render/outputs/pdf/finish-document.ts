import { restoreTitles } from '../../../core/plan/outline-titles.ts'
import { type PageSize, withExactBox } from '../../../core/plan/page-box.ts'
import type { DocumentInfo } from '../../../core/plan/render-plan.ts'
import { notReadable, openPdf, type PdfFile, pagesOf, readEntries, updateObjects } from './pdf-file.ts'
import { endOfText, readTextString, toTextString } from './text-string.ts'

export interface Finish {
  info?: DocumentInfo | undefined
  /** Sizes that the pages may have. */
  sizes?: readonly PageSize[] | undefined
  /** The headings of the page, for the titles of the bookmarks. */
  headings?: readonly string[] | undefined
}

/**
 * Returns the document with these properties, with pages of the exact size, and with bookmarks that have the text of the headings. A
 * document of any size takes as long, apart from its pages and bookmarks.
 *
 * @throws InternalError for a document that Skia has not written
 */
export const finishDocument = (body: Buffer, { info, sizes, headings }: Finish): Buffer => {
  const file = openPdf(body)
  const changed = new Map<number, string>()
  if (info) changed.set(file.info, withInfo(readEntries(file, file.info), info))
  for (const number of sizes ? pagesOf(file) : []) {
    const entries = readEntries(file, number)
    const exact = withExactBox(entries, sizes ?? [])
    if (exact !== entries) changed.set(number, exact)
  }
  for (const [number, entries] of headings ? titlesOfHeadings(file, headings) : [])
    changed.set(number, entries)
  return changed.size === 0 ? body : updateObjects(file, changed)
}

interface Bookmark {
  number: number
  entries: string
  title: string
}

/** Returns the bookmarks whose titles differ from the headings, with their new entries. */
const titlesOfHeadings = (file: PdfFile, headings: readonly string[]): [number, string][] => {
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

const keys: Record<keyof DocumentInfo, string> = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
}

/**
 * Returns the entries of the information dictionary with these ones.
 *
 * @throws InternalError for a dictionary of another form
 */
const withInfo = (dictionary: string, info: DocumentInfo): string => {
  const entries = readTexts(dictionary)
  for (const [key, name] of Object.entries(keys)) {
    const text = info[key as keyof DocumentInfo]
    if (text !== undefined) entries.set(name, toTextString(text))
  }
  return [...entries].map(([name, value]) => `/${name} ${value}`).join('\n')
}

/**
 * Reads the entries of a dictionary, which are texts: literals, in which Skia escapes parentheses and line ends, or hexadecimal. A page
 * chooses its title, so it may contain anything else, and have megabytes.
 */
const readTexts = (dictionary: string): Map<string, string> => {
  const entries = new Map<string, string>()
  for (let end = 0; end < dictionary.length; ) {
    entryStart.lastIndex = end
    const [start, name = ''] = entryStart.exec(dictionary) ?? []
    const valueAt = end + (start?.length ?? 0)
    end = endOfText(dictionary, valueAt)
    if (start === undefined || end === 0) throw notReadable('an entry of the dictionary is not text')
    entries.set(name, dictionary.slice(valueAt, end))
  }
  return entries
}

const entryStart = /\s*\/(\w+)\s*/y
