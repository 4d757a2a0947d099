import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Returns the paths of all files below the site's folder, with slashes. */
export const listSiteFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
