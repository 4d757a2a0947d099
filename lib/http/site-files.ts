import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Returns the paths of all files below the site's folder, with slashes. */
export const listSiteFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))

/** What the edge knows of the generated site. */
export interface Site {
  /** Paths of its files, without a leading slash. */
  files: readonly string[]
  /** HTML for a path that does not exist. */
  notFoundPage: string
}

export const readSite = (folder: string): Site => ({
  files: listSiteFiles(folder),
  notFoundPage: readFileSync(join(folder, '404.html'), 'utf8'),
})
