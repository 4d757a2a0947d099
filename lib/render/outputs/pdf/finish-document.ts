import { type PageSize, withExactBox } from '../../../core/plan/page-box.ts'
import type { DocumentInfo } from '../../../core/plan/render-plan.ts'
import { titlesOfHeadings } from './outline.ts'
import { openPdf, pagesOf, readEntries, updateObjects } from './pdf-file.ts'
import { withInfo } from './with-info.ts'

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
