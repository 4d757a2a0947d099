import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** Returns the paths of all files below the site's folder, with slashes. */
export const listSiteFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))

/** The file that completes the site: it is replaced last. */
export const notFoundFile = '404.html'

/** What the edge knows of the generated site. */
export interface Site {
  /** Paths of its files, without a leading slash. */
  files: readonly string[]
  /** HTML for a path that does not exist. */
  notFoundPage: string
}

export const readSite = (folder: string): Site => ({
  files: listSiteFiles(folder),
  notFoundPage: readFileSync(join(folder, notFoundFile), 'utf8'),
})

/**
 * Matches the files of the site that have a hash of their content in their names. They are too many for the code of an edge function,
 * and files of the previous release are served until a deployment has replaced every page, so the edge knows them by this form.
 */
export const assetPattern =
  /^(?:dashboard\/)?assets\/(?:chunks\/)?[\w@.-]+[.-][\w-]{8}(?:\.lean)?\.(?:avif|css|js|mjs|mp4|png|svg|webp|woff2)$/

const isAsset = (path: string): boolean => assetPattern.test(path)

/** Returns the site's files that the edge knows by name. The Markdown of a page is known by the HTML of the same name. */
export const listNamedFiles = (paths: readonly string[]): string[] =>
  paths.filter((path) => !isAsset(path) && !/^docs\/.*\.md$/.test(path))

/** Returns how long browsers keep a file of the site. A release changes the names of assets, and nothing else. */
export const cacheControlOf = (path: string): string =>
  isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Returns the content type of a file of the site. */
export const contentTypeOf = (path: string): string =>
  contentTypes[extname(path)] ?? 'application/octet-stream'

/** Returns a page whose image for links names the host, because services that show a link load it by an absolute URL only. */
export const withDomain = (html: string, domain: string): string =>
  html.replace(
    'property="og:image" content="/og.png"',
    `property="og:image" content="https://${domain}/og.png"`,
  )
