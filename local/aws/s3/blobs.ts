import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, unlinkSync } from 'node:fs'
import { copyFile, type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Bodies as files with random names. A file is written once and never changed; the database says which are in use.
 * A reader's open file outlives its removal.
 */
export interface Blobs {
  create(): { id: string; path: string }
  open(id: string): Promise<FileHandle>
  /** Copies a blob into a new one. Rejects with ENOENT when it is gone. */
  copy(id: string): Promise<string>
  remove(ids: Iterable<string>): void
}

/** Opens the folder and removes files that no row mentions: a crash left them, or an upload was cut off. */
export const openBlobs = (
  folder: string,
  inUse: ReadonlySet<string>,
  reportFault: (fault: unknown) => void,
): Blobs => {
  removeOrphans(folder, inUse)
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)

  const create = () => {
    const id = randomUUID().replaceAll('-', '')
    mkdirSync(join(folder, id.slice(0, 2)), { recursive: true })
    return { id, path: pathOf(id) }
  }

  const remove = (ids: Iterable<string>) => {
    for (const id of ids) {
      unlink(pathOf(id)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') reportFault(error)
      })
    }
  }

  return {
    create,
    remove,
    open: (id) => open(pathOf(id)),
    copy: async (id) => {
      const target = create()
      await copyFile(pathOf(id), target.path)
      return target.id
    },
  }
}

const removeOrphans = (folder: string, inUse: ReadonlySet<string>) => {
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !inUse.has(entry.name)) unlinkSync(join(entry.parentPath, entry.name))
  }
}
