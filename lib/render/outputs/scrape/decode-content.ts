import { promisify } from 'node:util'
import { brotliDecompress, constants, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { ConnectionFailedError } from '../../../base/errors.ts'
import { lengthMax, tooLarge } from './read-content.ts'

/** Servers compress once, or twice by mistake. A decompression bomb is compressed a hundred times. */
const encodingsMax = 5

interface Decompressed {
  buffer: Buffer
  engine: { bytesWritten: number }
}

interface Encoding {
  /** A function of Node, which is called with `info: true`. */
  decompress: unknown
  /** Lets a truncated document be read as far as it was received. */
  finishFlush: number
  /** Whether the rest of the file begins with another member. */
  isMember?: (rest: Buffer) => boolean
  /** What Node is not given of a member. */
  headerBytes?: (rest: Buffer) => number
  trailerBytes?: number
}

/** As a browser does, and unlike Node, this does not compare the checksum. */
const gzip: Encoding = {
  decompress: inflateRaw,
  finishFlush: constants.Z_SYNC_FLUSH,
  isMember: (rest) => isGzip(rest),
  headerBytes: (rest) => gzipHeaderBytes(rest),
  trailerBytes: 8,
}

const zstdMagic = 0xfd2fb528

const encodings: Record<string, (bytes: Buffer) => Encoding> = {
  gzip: () => gzip,
  'x-gzip': () => gzip,
  // Half of the servers that send "deflate" omit the zlib header.
  deflate: (bytes) => ({
    decompress: hasZlibHeader(bytes) ? inflate : inflateRaw,
    finishFlush: constants.Z_SYNC_FLUSH,
  }),
  br: () => ({ decompress: brotliDecompress, finishFlush: constants.BROTLI_OPERATION_FLUSH }),
  zstd: () => ({
    decompress: zstdDecompress,
    finishFlush: constants.ZSTD_e_flush,
    isMember: (rest) => rest.length > 4 && rest.readUInt32LE() === zstdMagic,
  }),
}

/**
 * Returns the bytes of a body before `Content-Encoding`. As in a browser, an unknown encoding such as `none` or `UTF-8` is none.
 * @throws ResultTooLargeError, ConnectionFailedError if the body does not match the header
 */
export const decodeContent = async (bytes: Buffer, contentEncoding = ''): Promise<Buffer> => {
  const names = contentEncoding
    .split(/[,\n]/)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => Object.hasOwn(encodings, name))
  let decoded = bytes
  if (names.length > encodingsMax) throw unreadable()
  for (const name of names.reverse()) {
    const encoding = encodings[name]?.(decoded)
    if (encoding && decoded.length > 0) decoded = await decompressMembers(decoded, encoding).catch(rethrow)
  }
  return decoded
}

const rethrow = (cause: Error & { code?: string }): never => {
  throw cause.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : unreadable(cause)
}

const unreadable = (cause?: unknown) =>
  new ConnectionFailedError('The response of the page uses a compression that cannot be decoded.', { cause })

const hasZlibHeader = ([first = 0, second = 0]: Buffer) =>
  (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0

/** Decompresses the members of a file, of which Node decompresses only the first. What follows the last one is ignored. */
const decompressMembers = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> => {
  const { finishFlush, isMember, headerBytes, trailerBytes = 0 } = encoding
  const decompress = promisify(encoding.decompress as (...args: unknown[]) => void) as unknown as (
    rest: Buffer,
    options: object,
  ) => Promise<Decompressed>
  const parts: Buffer[] = []
  let decompressed = 0
  let rest = bytes
  do {
    const start = headerBytes?.(rest) ?? 0
    const options = { info: true, finishFlush, maxOutputLength: Math.max(1, lengthMax - decompressed) }
    const { buffer, engine } = await decompress(rest.subarray(start), options)
    parts.push(buffer)
    decompressed += buffer.length
    rest = rest.subarray(start + engine.bytesWritten + trailerBytes)
  } while (isMember?.(rest))
  return Buffer.concat(parts)
}

const isGzip = ([first, second, method]: Buffer) => first === 0x1f && second === 0x8b && method === 8

const flags = { checksum: 2, extra: 4, name: 8, comment: 16 }

/** RFC 1952, 2.3 */
const gzipHeaderBytes = (bytes: Buffer): number => {
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
