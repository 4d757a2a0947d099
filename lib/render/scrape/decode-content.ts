import { promisify } from 'node:util'
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { ConnectionFailedError } from '../../errors.ts'
import { lengthMax, tooLarge } from './read-content.ts'

/** Servers compress once. A decompression bomb is compressed a hundred times. */
const encodingsMax = 2

type Decompress = (bytes: Buffer) => Promise<Buffer>

const limit = { maxOutputLength: lengthMax }

/** A truncated document is read as far as it was received. */
const zlibOptions = { ...limit, finishFlush: constants.Z_SYNC_FLUSH }

const inflateZlib = promisify<Buffer, typeof zlibOptions, Buffer>(inflate)
const inflateBare = promisify<Buffer, typeof zlibOptions, Buffer>(inflateRaw)
const gunzipBytes = promisify<Buffer, typeof zlibOptions, Buffer>(gunzip)

const decompressors: Record<string, Decompress> = {
  identity: async (bytes) => bytes,
  gzip: (bytes) => gunzipBytes(bytes, zlibOptions),
  'x-gzip': (bytes) => gunzipBytes(bytes, zlibOptions),
  // Half of the servers that send "deflate" omit the zlib header.
  deflate: (bytes) => (hasZlibHeader(bytes) ? inflateZlib : inflateBare)(bytes, zlibOptions),
  br: (bytes) =>
    promisify<Buffer, object, Buffer>(brotliDecompress)(bytes, {
      ...limit,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }),
  zstd: (bytes) =>
    promisify<Buffer, object, Buffer>(zstdDecompress)(bytes, {
      ...limit,
      finishFlush: constants.ZSTD_e_flush,
    }),
}

/**
 * Returns the bytes of a body before `Content-Encoding`.
 * @throws ResultTooLargeError, ConnectionFailedError if the body does not match the header
 */
export const decodeContent = async (bytes: Buffer, contentEncoding = ''): Promise<Buffer> => {
  const encodings = contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  let decoded = bytes
  if (encodings.length > encodingsMax) throw unreadable()
  for (const encoding of encodings.reverse()) {
    const decompress = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined
    if (!decompress) throw unreadable()
    if (decoded.length > 0) decoded = await decompress(decoded).catch(rethrow)
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
