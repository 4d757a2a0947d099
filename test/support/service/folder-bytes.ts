import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the size of all files below a folder. */
export const folderBytes = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await lstat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0)
}
