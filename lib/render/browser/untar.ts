import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const blockBytes = 512

/**
 * Writes the regular files of a tar archive below `directory`. Supports the ustar format of the shipped archives without links and long
 * names. `tar-stream` would add its dependencies and still leave paths, modes and writing to this code.
 */
export const untar = async (archive: Buffer, directory: string): Promise<void> => {
  for (let offset = 0; offset + blockBytes <= archive.length; ) {
    const header = archive.subarray(offset, offset + blockBytes)
    const name = text(header, 0, 100)
    if (name === '') return
    const bytes = Number.parseInt(text(header, 124, 12), 8)
    const kind = text(header, 156, 1)
    const start = offset + blockBytes
    if (kind === '0' || kind === '') {
      await writeEntry(
        directory,
        name,
        Number.parseInt(text(header, 100, 8), 8),
        archive.subarray(start, start + bytes),
      )
    }
    offset = start + Math.ceil(bytes / blockBytes) * blockBytes
  }
}

const writeEntry = async (directory: string, name: string, mode: number, body: Buffer) => {
  const path = join(directory, normalize(`/${name}`))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, body)
  await chmod(path, mode & 0o755)
}

const text = (header: Buffer, start: number, length: number) => {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('latin1', 0, end === -1 ? length : end).trim()
}
