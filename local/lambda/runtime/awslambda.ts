import type { ResponseStream } from './response-stream.ts'

/** The content type of a stream that starts with a JSON prelude: the HTTP status and headers. */
const integrationResponseType = 'application/vnd.awslambda.http-integration-response'

/** Between prelude and body. */
export const preludeDelimiter = Buffer.alloc(8)

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming')
const streamingHighWaterMark = Symbol.for('aws.lambda.runtime.handler.streaming.highWaterMark')

/** A handler that `streamifyResponse` has marked. Middleware reads these symbols of Lambda's own runtime. */
interface Streamified {
  [streaming]?: string
  [streamingHighWaterMark]?: number
}

export const isStreaming = (handler: unknown): boolean => (handler as Streamified)[streaming] === 'response'

export const highWaterMarkOf = (handler: unknown): number | undefined =>
  (handler as Streamified)[streamingHighWaterMark]

/**
 * Defines the global that streaming functions use. Must be called before their module is loaded.
 * Behavior: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client (src/HttpResponseStream.js, src/UserFunction.js)
 */
export const installAwslambda = (): void => {
  Object.assign(globalThis, { awslambda: { HttpResponseStream, streamifyResponse } })
}

const HttpResponseStream = {
  /** The prelude is sent with the first write. If a stream ends without a write, no prelude is sent and the gateway returns 502. */
  from(stream: ResponseStream, prelude: unknown): ResponseStream {
    stream.setContentType(integrationResponseType)
    stream.beforeFirstWrite = (write) => {
      write(JSON.stringify(prelude))
      write(preludeDelimiter)
    }
    return stream
  },
}

const streamifyResponse = <T extends object>(handler: T, options?: { highWaterMark?: number }): T =>
  Object.assign(handler, {
    [streaming]: 'response',
    ...(options?.highWaterMark === undefined ? {} : { [streamingHighWaterMark]: options.highWaterMark }),
  })
