import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsChunkedDecoder, isAwsChunked } from './aws-chunked.ts'
import type { Blobs } from './blobs.ts'
import { type Checksums, checksumAlgorithms, checksumHeader, type RollingChecksum } from './checksums.ts'
import { S3Error } from './errors.ts'

/** Configuration documents and lists of keys; a DeleteObjects of 1,000 long keys fits. */
const textBytesMax = 8 * 1024 * 1024

export interface ReceivedBody {
  blob: string
  size: number
  /** Quoted MD5. */
  etag: string
  /** Those the client sent, all of them right. */
  checksums: Checksums
}

/** Streams a request body into a new blob and compares it with every length and checksum that came with it. */
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

/** A small body, such as a configuration document. Verified as well. */
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
  const decoder = isAwsChunked(request.headers) ? new AwsChunkedDecoder() : undefined
  const meter = createMeter(request.headers)
  const streams = decoder ? [request, decoder, meter.stream] : [request, meter.stream]
  await pipeline([...streams, destination])
  const measured = meter.finish()
  const announced = { ...request.headers, ...decoder?.trailers }
  verifyDigests(measured, announced)
  verifyChecksums(measured, announced)
  return measured
}

interface Measured {
  size: number
  md5: Buffer
  sha256: string | undefined
  checksums: Checksums
}

const createMeter = (headers: IncomingHttpHeaders) => {
  const checksums = announcedAlgorithms(headers).map((name): [string, RollingChecksum] => [
    name,
    (checksumAlgorithms[name] as () => RollingChecksum)(),
  ])
  const md5 = createHash('md5')
  const sha256 = isSignedBody(headers) ? createHash('sha256') : undefined
  let size = 0
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      md5.update(chunk)
      sha256?.update(chunk)
      for (const [, checksum] of checksums) checksum.update(chunk)
      done(null, chunk)
    },
  })
  const finish = (): Measured => ({
    size,
    md5: md5.digest(),
    sha256: sha256?.digest('hex'),
    checksums: Object.fromEntries(checksums.map(([name, checksum]) => [name, checksum.digest()])),
  })
  return { stream, finish }
}

const isSignedBody = (headers: IncomingHttpHeaders) =>
  /^[0-9a-f]{64}$/.test(headers['x-amz-content-sha256']?.toString() ?? '')

/** A checksum is announced by its header, or by name when it comes as a trailer. */
const announcedAlgorithms = (headers: IncomingHttpHeaders) => {
  const trailers = (headers['x-amz-trailer'] ?? '')
    .toString()
    .toLowerCase()
    .split(/[\s,]+/)
  return Object.keys(checksumAlgorithms).filter((name) => {
    const header = checksumHeader(name)
    return headers[header] !== undefined || trailers.includes(header)
  })
}

type Announced = IncomingHttpHeaders

const verifyDigests = ({ size, md5, sha256 }: Measured, announced: Announced) => {
  const decodedLength = announced['x-amz-decoded-content-length']
  if (decodedLength !== undefined && Number(decodedLength) !== size) {
    throw new S3Error(400, 'IncompleteBody', 'You did not provide the number of bytes specified.')
  }
  if (sha256 !== undefined && sha256 !== announced['x-amz-content-sha256']) {
    throw new S3Error(
      400,
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
  }
  const contentMd5 = announced['content-md5']
  if (contentMd5 !== undefined && contentMd5 !== md5.toString('base64')) {
    throw new S3Error(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.')
  }
}

const verifyChecksums = ({ checksums }: Measured, announced: Announced) => {
  for (const [name, value] of Object.entries(checksums)) {
    if (announced[checksumHeader(name)] === value) continue
    throw new S3Error(
      400,
      'BadDigest',
      `The ${name.toUpperCase()} you specified did not match the calculated checksum.`,
    )
  }
}
