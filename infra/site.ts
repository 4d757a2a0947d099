/** Folders of the site whose files have a hash of their content in their names. */
export const assetFolders = ['assets/', 'dashboard/assets/'] as const

const isAsset = (path: string): boolean => assetFolders.some((folder) => path.startsWith(folder))

/** Returns the site's files that the edge knows by name. Those with a hash are too many for the code of an edge function. */
export const listNamedFiles = (paths: readonly string[]): string[] => paths.filter((path) => !isAsset(path))

/** Returns how long browsers keep a file of the site. A release changes the names of assets, and nothing else. */
export const cacheControlOf = (path: string): string =>
  isAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
