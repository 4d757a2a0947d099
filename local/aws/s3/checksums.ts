import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A checksum that is fed piece by piece. */
export interface RollingChecksum {
  update(chunk: Buffer): void
  /** Base64, as in the `x-amz-checksum-*` headers. */
  digest(): string
}

const createHashChecksum = (algorithm: string): RollingChecksum => {
  const hash = createHash(algorithm)
  return {
    update: (chunk) => {
      hash.update(chunk)
    },
    digest: () => hash.digest('base64'),
  }
}

const createCrc = (next: (chunk: Buffer, previous: number) => number): RollingChecksum => {
  let value = 0
  return {
    update: (chunk) => {
      value = next(chunk, value)
    },
    digest: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

/** CRC-32 with Castagnoli's polynomial, which Node does not have (RFC 3720, appendix B.4). */
const crc32c = (chunk: Buffer, previous: number) => {
  let value = ~previous
  for (const byte of chunk) value = (crc32cTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return ~value >>> 0
}

const crc32cTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value
})

/** By the name in the header. CRC64NVME is not among them: such a checksum is accepted and not verified. */
export const checksumAlgorithms: Readonly<Record<string, () => RollingChecksum>> = {
  crc32: () => createCrc(crc32),
  crc32c: () => createCrc(crc32c),
  sha1: () => createHashChecksum('sha1'),
  sha256: () => createHashChecksum('sha256'),
}

export type Checksums = Record<string, string>

export const checksumHeader = (algorithm: string) => `x-amz-checksum-${algorithm}`

export const checksumHeaders = (checksums: Checksums = {}) =>
  Object.fromEntries(Object.entries(checksums).map(([name, value]) => [checksumHeader(name), value]))
