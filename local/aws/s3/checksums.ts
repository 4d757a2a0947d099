import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A checksum that is computed chunk by chunk. */
export interface RollingChecksum {
  update(chunk: Buffer): void
  /** Base64, as in the `x-amz-checksum-*` headers. */
  digest(): string
}

const createSha256 = (): RollingChecksum => {
  const hash = createHash('sha256')
  return {
    update: (chunk) => {
      hash.update(chunk)
    },
    digest: () => hash.digest('base64'),
  }
}

const createCrc32 = (): RollingChecksum => {
  let value = 0
  return {
    update: (chunk) => {
      value = crc32(chunk, value)
    },
    digest: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

/** By the name in the header. `crc32` is the SDK's default, `sha256` is used for results. */
export const checksumAlgorithms: Readonly<Record<string, () => RollingChecksum>> = {
  crc32: createCrc32,
  sha256: createSha256,
}

export type Checksums = Record<string, string>

export const checksumHeader = (algorithm: string) => `x-amz-checksum-${algorithm}`

export const checksumHeaders = (checksums: Checksums = {}) =>
  Object.fromEntries(Object.entries(checksums).map(([name, value]) => [checksumHeader(name), value]))
