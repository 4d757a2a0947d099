/**
 * Matches the files of the site that have a hash of their content in their names. They are too many for the code of an edge function,
 * and those of the previous release are served until a deployment has replaced every page, so the edge knows them by this form.
 */
export const assetPattern =
  /^(?:dashboard\/)?assets\/(?:chunks\/)?[\w@.-]+[.-][\w-]{8}(?:\.lean)?\.(?:avif|css|js|mjs|mp4|png|svg|webp|woff2)$/

const isAsset = (path: string): boolean => assetPattern.test(path)

/** Returns the site's files that the edge knows by name. */
export const listNamedFiles = (paths: readonly string[]): string[] => paths.filter((path) => !isAsset(path))

/** Returns how long browsers keep a file of the site. A release changes the names of assets, and nothing else. */
export const cacheControlOf = (path: string): string =>
  isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
