import type { IncomingHttpHeaders } from 'node:http'
import { Transform, type TransformCallback } from 'node:stream'
import { S3Error } from './errors.ts'

const lineBytesMax = 16_384

export const isAwsChunked = (headers: IncomingHttpHeaders) =>
  (headers['content-encoding'] ?? '').includes('aws-chunked') ||
  (headers['x-amz-content-sha256'] ?? '').toString().startsWith('STREAMING-')

/**
 * Takes the `aws-chunked` framing off a body and collects the trailers. Signatures of single chunks are not verified.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
 */
export class AwsChunkedDecoder extends Transform {
  readonly trailers: Record<string, string> = {}
  private pending: Buffer = Buffer.alloc(0)
  private chunkBytesLeft = 0
  private expected: 'size' | 'bytes' | 'line end' | 'trailer' = 'size'

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.pending = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk
    try {
      while (this.takeNext());
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback) {
    done(this.expected === 'trailer' ? null : incompleteBody())
  }

  /** False when more input is needed. */
  private takeNext(): boolean {
    if (this.expected === 'bytes') return this.takeBytes()
    const line = this.takeLine()
    if (line === undefined) return false
    if (this.expected === 'line end') this.endChunk(line)
    else if (this.expected === 'size') this.startChunk(line)
    else this.addTrailer(line)
    return true
  }

  private takeBytes() {
    const taken = this.pending.subarray(0, this.chunkBytesLeft)
    if (taken.length === 0) return false
    this.push(taken)
    this.pending = this.pending.subarray(taken.length)
    this.chunkBytesLeft -= taken.length
    if (this.chunkBytesLeft === 0) this.expected = 'line end'
    return true
  }

  private takeLine() {
    const end = this.pending.indexOf('\r\n')
    if (end < 0) {
      if (this.pending.length > lineBytesMax) throw incompleteBody()
      return undefined
    }
    const line = this.pending.subarray(0, end).toString('latin1')
    this.pending = this.pending.subarray(end + 2)
    return line
  }

  /** `10000;chunk-signature=...`, the size in hex. */
  private startChunk(line: string) {
    const size = /^[0-9a-f]+/i.exec(line)?.[0]
    if (size === undefined) throw incompleteBody()
    this.chunkBytesLeft = Number.parseInt(size, 16)
    this.expected = this.chunkBytesLeft === 0 ? 'trailer' : 'bytes'
  }

  private endChunk(line: string) {
    if (line !== '') throw incompleteBody()
    this.expected = 'size'
  }

  private addTrailer(line: string) {
    const [name = '', ...value] = line.split(':')
    if (name) this.trailers[name.trim().toLowerCase()] = value.join(':').trim()
  }
}

const incompleteBody = () =>
  new S3Error(400, 'IncompleteBody', 'The request body is not complete aws-chunked data.')
