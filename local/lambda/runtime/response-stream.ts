import { Writable } from 'node:stream'

type Done = (error?: Error | null) => void
type Chunk = string | Uint8Array

/** The stream that a streaming handler writes to. Nothing is sent before the first byte, so earlier errors are ordinary errors. */
export class ResponseStream extends Writable {
  /** Set by `HttpResponseStream.from`. */
  beforeFirstWrite: ((write: (chunk: Chunk) => void) => void) | undefined
  readonly #open: (contentType: string) => Writable
  #contentType = 'application/octet-stream'
  #upload: Writable | undefined

  constructor(open: (contentType: string) => Writable, highWaterMark: number | undefined) {
    super(highWaterMark === undefined ? {} : { highWaterMark })
    this.#open = open
  }

  setContentType(contentType: string): void {
    if (this.#upload) {
      throw Object.assign(new Error('Cannot set content-type, too late.'), {
        name: 'InvalidStreamingOperation',
      })
    }
    this.#contentType = contentType
  }

  /** Objects are sent as JSON, as Lambda's runtime does. */
  override write(chunk: unknown, encodingOrDone?: BufferEncoding | Done, done?: Done): boolean {
    const hook = this.beforeFirstWrite
    this.beforeFirstWrite = undefined
    hook?.((first) => super.write(first))
    const bytes = typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : JSON.stringify(chunk)
    if (typeof encodingOrDone === 'string') return super.write(bytes, encodingOrDone, done)
    return super.write(bytes, encodingOrDone ?? done)
  }

  override end(chunk?: unknown, encodingOrDone?: BufferEncoding | Done, done?: Done): this {
    const callback = [chunk, encodingOrDone, done].find((argument) => typeof argument === 'function')
    // `Writable.end` does not call `write`, which sends the prelude.
    if (chunk !== undefined && chunk !== null && chunk !== callback) {
      this.write(chunk, typeof encodingOrDone === 'string' ? encodingOrDone : undefined)
    }
    return super.end(callback as (() => void) | undefined)
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: Done): void {
    const upload = this.#openUpload()
    if (upload.write(chunk, encoding)) done()
    else upload.once('drain', () => done())
  }

  override _final(done: Done): void {
    this.#openUpload().end(() => done())
  }

  #openUpload(): Writable {
    this.#upload ??= this.#open(this.#contentType)
    return this.#upload
  }
}
