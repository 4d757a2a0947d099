import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, unlinkSync } from 'node:fs'
import { copyFile, type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Bodies as files with random names. A file is written once and never changed, and the database records which files are in use. An
 * open file stays readable after its removal.
 */
export interface Blobs {
  create(): { id: string; path: string }
  open(id: string): Promise<FileHandle>
  /** Copies a blob to a new one. Rejects with ENOENT if it does not exist. */
  copy(id: string): Promise<string>
  remove(ids: Iterable<string>): void
}

/** Opens the folder and removes unused files, which crashes and interrupted uploads leave behind. */
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
