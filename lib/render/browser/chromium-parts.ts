import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdCompress } from 'node:zlib'

/** A compressed part of the executable, which begins at that byte. */
interface Part {
  path: string
  offset: number
  bytes: number
}

/** How the executable is packed: the number of parts, and Zstandard's level. */
export interface Packing {
  count: number
  level: number
}

const partName = /^chromium\.(\d+)\.zst$/

const chunkBytes = 2 ** 21

/** Writes a file in Zstandard's format. */
export const packFile = async (content: Buffer, path: string, level: number) =>
  writeFile(
    path,
    await promisify(zstdCompress)(content, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
  )

/** Packs the executable for `inflateParts`. */
export const packParts = async (executable: Buffer, directory: string, { count, level }: Packing) => {
  const partBytes = Math.ceil(executable.length / count)
  const pack = (offset: number) =>
    packFile(
      executable.subarray(offset, offset + partBytes),
      join(directory, `chromium.${offset}.zst`),
      level,
    )
  await Promise.all(Array.from({ length: count }, (_, index) => pack(index * partBytes)))
}

/** Returns the parts in a directory; none if the executable is packed the way its vendor packs it. */
export const findParts = async (directory: string): Promise<Part[]> => {
  const parts: Part[] = []
  for (const name of await readdir(directory)) {
    const [, offset] = partName.exec(name) ?? []
    const path = join(directory, name)
    if (offset !== undefined) parts.push({ path, offset: Number(offset), bytes: (await stat(path)).size })
  }
  return parts
}

/** Assembles the executable from all parts in parallel. */
export const inflateParts = async (parts: readonly Part[], target: string) => {
  await writeFile(target, '', { mode: 0o700 })
  await Promise.all(
    parts.map(({ path, offset }) =>
      pipeline(
        createReadStream(path, { highWaterMark: chunkBytes }),
        createZstdDecompress({ chunkSize: chunkBytes }),
        createWriteStream(target, { flags: 'r+', start: offset }),
      ),
    ),
  )
}
