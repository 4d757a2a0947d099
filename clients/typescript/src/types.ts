import type { Acknowledgement, RenderResult } from './operations.ts'

/** What a call may have besides the options of its operation. */
export interface CallOptions {
  /** Ends the call, and the waits between its attempts. */
  signal?: AbortSignal
  /**
   * A repeated call with the same key returns the result of the first one. Every call that accepts a key has a random one by default,
   * so that its own retries are safe.
   */
  idempotencyKey?: string
}

/** A file that was rendered. It can be read once, as a stream or as a whole. */
export interface RenderedFile {
  /** Id of the request, for `getRequest`. */
  id: string
  contentType: string
  /** The headers of the response, such as `X-Service-Metadata-Title`. */
  headers: Headers
  body: ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  text(): Promise<string>
}

/** An operation that renders. `async` decides what it returns. */
export interface Render<Options, Result> {
  (options: Options & { async: true }, call?: CallOptions): Promise<Acknowledgement>
  (options: Options & { async?: false }, call?: CallOptions): Promise<Result>
  (options: Options & { async?: boolean }, call?: CallOptions): Promise<Result | Acknowledgement>
}

/** An operation that renders a file, or with `response_type` describes it. */
export type RenderFile<Options> = Render<Options & { response_type?: 'file' }, RenderedFile> &
  Render<Options & { response_type: 'json' }, RenderResult> &
  Render<Options & { response_type?: 'file' | 'json' }, RenderedFile | RenderResult>

/** What the client needs to know of an operation to send its requests. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  hasOptions?: boolean
  renders?: boolean
  signed?: boolean
  alwaysSigned?: boolean
  /** It only reads, although it is a POST. */
  reads?: boolean
  /** Accepts an `Idempotency-Key`. */
  takesKey?: boolean
}
