import { promisify } from 'node:util'
import {
  brotliDecompress,
  constants,
  inflate,
  inflateRaw,
  type ZstdDecompress,
  zstdDecompress,
} from 'node:zlib'
import { ConnectionFailedError } from '../../../base/errors.ts'
import { decompressMembers } from './decompress-members.ts'
import { gunzip } from './gunzip.ts'
import { lengthMax, tooLarge } from './read-content.ts'

/** Servers compress once, or twice by mistake. A decompression bomb is compressed a hundred times. */
const encodingsMax = 5

type Decompress = (bytes: Buffer) => Promise<Buffer>

const limit = { maxOutputLength: lengthMax }

/** A truncated document is read as far as it was received. */
const zlibOptions = { ...limit, finishFlush: constants.Z_SYNC_FLUSH }

const inflateZlib = promisify<Buffer, typeof zlibOptions, Buffer>(inflate)
const inflateBare = promisify<Buffer, typeof zlibOptions, Buffer>(inflateRaw)

interface Frame {
  buffer: Buffer
  engine: ZstdDecompress
}

const decompressFrame = promisify<Buffer, object, Frame>(
  zstdDecompress as unknown as (
    bytes: Buffer,
    options: object,
    done: (error: Error | null, frame: Frame) => void,
  ) => void,
)

const decompressZstd = (bytes: Buffer): Promise<Buffer> =>
  decompressMembers(bytes, lengthMax, unzipFrame, isZstd)

const unzipFrame = async (rest: Buffer, maxOutputLength: number) => {
  const options = { info: true, finishFlush: constants.ZSTD_e_flush, maxOutputLength }
  const { buffer, engine } = await decompressFrame(rest, options)
  return { buffer, length: engine.bytesWritten }
}

const isZstd = (rest: Buffer) => rest.length > 4 && rest.readUInt32LE() === zstdMagic

const zstdMagic = 0xfd2fb528

const decompressors: Record<string, Decompress> = {
  gzip: (bytes) => gunzip(bytes, lengthMax),
  'x-gzip': (bytes) => gunzip(bytes, lengthMax),
  // Half of the servers that send "deflate" omit the zlib header.
  deflate: (bytes) => (hasZlibHeader(bytes) ? inflateZlib : inflateBare)(bytes, zlibOptions),
  br: (bytes) =>
    promisify<Buffer, object, Buffer>(brotliDecompress)(bytes, {
      ...limit,
      finishFlush: constants.BROTLI_OPERATION_FLUSH,
    }),
  zstd: decompressZstd,
}

/**
 * Returns the bytes of a body before `Content-Encoding`. As in a browser, an unknown encoding such as `none` or `UTF-8` is none.
 * @throws ResultTooLargeError, ConnectionFailedError if the body does not match the header
 */
export const decodeContent = async (bytes: Buffer, contentEncoding = ''): Promise<Buffer> => {
  const encodings = contentEncoding
    .split(/[,\n]/)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => Object.hasOwn(decompressors, name))
  let decoded = bytes
  if (encodings.length > encodingsMax) throw unreadable()
  for (const encoding of encodings.reverse()) {
    const decompress = decompressors[encoding]
    if (decompress && decoded.length > 0) decoded = await decompress(decoded).catch(rethrow)
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
