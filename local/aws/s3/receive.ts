import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from './blobs.ts'
import { type Checksums, checksumAlgorithms, checksumHeader, type RollingChecksum } from './checksums.ts'
import { notImplemented, S3Error } from './errors.ts'

/** Enough for any lifecycle configuration. */
const textBytesMax = 1024 * 1024

interface ReceivedBody {
  blob: string
  size: number
  /** Quoted MD5. */
  etag: string
  /** The checksums that the client sent, verified. */
  checksums: Checksums
}

/** Streams a request body to a new blob and verifies the checksums in its headers. */
export const receiveBody = async (request: IncomingMessage, blobs: Blobs): Promise<ReceivedBody> => {
  const { id, path } = blobs.create()
  try {
    const { size, md5, checksums } = await receiveInto(createWriteStream(path), request)
    return { blob: id, size, etag: `"${md5.toString('hex')}"`, checksums }
  } catch (error) {
    blobs.remove([id])
    throw error
  }
}

/** Reads a small body, such as a configuration document, and verifies its checksums. */
export const receiveText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  const collector = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      if (bytes <= textBytesMax) chunks.push(chunk)
      done()
    },
  })
  await receiveInto(collector, request)
  if (bytes > textBytesMax) throw new S3Error(400, 'MaxMessageLengthExceeded', 'Your request was too large.')
  return Buffer.concat(chunks).toString()
}

const receiveInto = async (destination: Writable, request: IncomingMessage): Promise<Measured> => {
  const { headers } = request
  // The SDK uses this encoding for streams of unknown length. The service sends buffers.
  if (headers['content-encoding']?.includes('aws-chunked'))
    throw notImplemented('A body in aws-chunked encoding')
  const meter = createMeter(headers)
  await pipeline([request, meter.stream, destination])
  const measured = meter.finish()
  verify(measured, headers)
  return measured
}

interface Measured {
  size: number
  md5: Buffer
  checksums: Checksums
}

const createMeter = (headers: IncomingHttpHeaders) => {
  const checksums = Object.entries(checksumAlgorithms).flatMap(
    ([name, create]): [string, RollingChecksum][] =>
      headers[checksumHeader(name)] === undefined ? [] : [[name, create()]],
  )
  const md5 = createHash('md5')
  let size = 0
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      md5.update(chunk)
      for (const [, checksum] of checksums) checksum.update(chunk)
      done(null, chunk)
    },
  })
  const finish = (): Measured => ({
    size,
    md5: md5.digest(),
    checksums: Object.fromEntries(checksums.map(([name, checksum]) => [name, checksum.digest()])),
  })
  return { stream, finish }
}

const verify = ({ checksums }: Measured, headers: IncomingHttpHeaders) => {
  for (const [name, value] of Object.entries(checksums)) {
    if (headers[checksumHeader(name)] === value) continue
    throw new S3Error(
      400,
      'BadDigest',
      `The ${name.toUpperCase()} you specified did not match the calculated checksum.`,
    )
  }
}
