import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ResolvedFunction } from '../function-definition.ts'
import { type ErrorPayload, FunctionError } from '../function-error.ts'

/** If a stream fails, its body is destroyed with the error. A reader that stops early must drain the body. */
export type InvocationResult =
  | { kind: 'buffered'; requestId: string; payload: Buffer }
  | { kind: 'stream'; requestId: string; contentType: string; body: Readable }

/** How fast a response streams. Lambda: 6 MB, then 2 MB/s. */
export interface StreamRate {
  /** Sent without delay. */
  burstBytes: number
  bytesPerSecond: number
}

/** One event and its result. */
export class Invocation {
  readonly id = randomUUID()
  readonly definition: ResolvedFunction
  readonly event: unknown
  readonly traceHeader: string
  /** Whether no caller waits for it. */
  readonly isFromQueue: boolean
  /** Settles when the buffered result arrives, when the stream opens, or when the function fails before that. */
  readonly result: Promise<InvocationResult>
  deadlineMs = 0
  /** Whether a process has begun to handle it. Until then, another process can handle it instead. */
  isTaken = false
  readonly #settle: PromiseWithResolvers<InvocationResult>
  readonly #rate: StreamRate | undefined
  #body: PassThrough | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    definition: ResolvedFunction,
    { event, traceHeader, isFromQueue }: Pick<Invocation, 'event' | 'traceHeader' | 'isFromQueue'>,
    rate?: StreamRate,
  ) {
    this.definition = definition
    this.event = event
    this.traceHeader = traceHeader
    this.isFromQueue = isFromQueue
    this.#rate = rate
    this.#settle = Promise.withResolvers()
    this.result = this.#settle.promise
  }

  /** Whether its response streams, which takes as long as its reader wants. */
  get isSending(): boolean {
    return this.#body !== undefined
  }

  startClock(timeoutMs: number, onTimeout: () => void): void {
    clearTimeout(this.#timer)
    this.deadlineMs = Date.now() + timeoutMs
    this.#timer = setTimeout(onTimeout, timeoutMs)
  }

  succeed(payload: Buffer): void {
    clearTimeout(this.#timer)
    this.#settle.resolve({ kind: 'buffered', requestId: this.id, payload })
  }

  fail(error: Error): void {
    clearTimeout(this.#timer)
    this.#settle.reject(error)
    this.#body?.destroy(error)
  }

  /** Forwards the runtime's upload as it arrives, with back-pressure. */
  async stream(contentType: string, upload: IncomingMessage): Promise<void> {
    const body = new PassThrough()
    // The reader of the body receives the error. Without a reader it must not end the host.
    body.on('error', () => {})
    this.#body = body
    this.#settle.resolve({ kind: 'stream', requestId: this.id, contentType, body })
    try {
      // The body stays open, because only the trailers tell whether the upload succeeded.
      await (this.#rate
        ? pipeline(upload, throttle(this.#rate), body, { end: false })
        : pipeline(upload, body, { end: false }))
    } catch (cause) {
      this.fail(new Error('The function ended before its response did.', { cause }))
      return
    }
    const failure = failureInTrailers(upload)
    if (failure) return this.fail(failure)
    clearTimeout(this.#timer)
    body.end()
  }
}

const failureInTrailers = ({ trailers }: IncomingMessage): FunctionError | undefined => {
  const encoded = trailers['lambda-runtime-function-error-body']
  if (encoded === undefined) return undefined
  return new FunctionError(JSON.parse(Buffer.from(encoded, 'base64').toString()) as ErrorPayload)
}

const throttle = ({ burstBytes, bytesPerSecond }: StreamRate) => {
  const startedMs = performance.now()
  let bytes = 0
  return async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      const dueMs = startedMs + ((bytes - burstBytes) / bytesPerSecond) * 1000
      if (dueMs > performance.now()) await wait(dueMs - performance.now())
      yield chunk
    }
  }
}
