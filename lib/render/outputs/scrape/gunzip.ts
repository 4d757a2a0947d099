import { promisify } from 'node:util'
import { constants, type InflateRaw, inflateRaw } from 'node:zlib'
import { decompressMembers } from './decompress-members.ts'

interface Inflated {
  buffer: Buffer
  engine: InflateRaw
}

const inflate = promisify<Buffer, object, Inflated>(
  inflateRaw as unknown as (
    bytes: Buffer,
    options: object,
    done: (error: Error | null, result: Inflated) => void,
  ) => void,
)

const trailerBytes = 8

/**
 * Decompresses the members of a gzip file. As a browser does, and unlike Node, it ignores what follows the last member, does not compare the
 * checksum, and returns a truncated member as far as it was received. Throws what `inflateRaw` throws.
 */
export const gunzip = (bytes: Buffer, lengthMax: number): Promise<Buffer> =>
  decompressMembers(bytes, lengthMax, gunzipMember, isGzip)

const gunzipMember = async (rest: Buffer, maxOutputLength: number) => {
  const start = headerLength(rest)
  const options = { info: true, finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength }
  const { buffer, engine } = await inflate(rest.subarray(start), options)
  return { buffer, length: start + engine.bytesWritten + trailerBytes }
}

const isGzip = ([first, second, method]: Buffer) => first === 0x1f && second === 0x8b && method === 8

const flags = { checksum: 2, extra: 4, name: 8, comment: 16 }

/** RFC 1952, 2.3 */
const headerLength = (bytes: Buffer): number => {
  if (!isGzip(bytes)) throw new Error('not gzip')
  const has = (flag: number) => ((bytes[3] ?? 0) & flag) !== 0
  const afterText = (from: number) => {
    const end = bytes.indexOf(0, from)
    return end < 0 ? bytes.length : end + 1
  }
  let length = 10
  if (has(flags.extra)) length += 2 + (bytes[length] ?? 0) + 256 * (bytes[length + 1] ?? 0)
  if (has(flags.name)) length = afterText(length)
  if (has(flags.comment)) length = afterText(length)
  return has(flags.checksum) ? length + 2 : length
}
