import type { ResponseStream } from './response-stream.ts'

/** Marks a stream whose first part is a JSON prelude with the HTTP status and headers. */
export const integrationResponseType = 'application/vnd.awslambda.http-integration-response'

/** Between prelude and body. */
export const preludeDelimiter = Buffer.alloc(8)

const streaming = Symbol.for('aws.lambda.runtime.handler.streaming')
const streamingHighWaterMark = Symbol.for('aws.lambda.runtime.handler.streaming.highWaterMark')

/** A handler that `streamifyResponse` has marked. The symbols are those of Lambda's own runtime: middleware looks at them. */
interface Streamified {
  [streaming]?: string
  [streamingHighWaterMark]?: number
}

export const isStreaming = (handler: unknown): boolean => (handler as Streamified)[streaming] === 'response'

export const highWaterMarkOf = (handler: unknown): number | undefined =>
  (handler as Streamified)[streamingHighWaterMark]

/**
 * Defines the global that streaming functions use. It must be there before their module is loaded.
 * Behaviour: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client (src/HttpResponseStream.js, src/UserFunction.js)
 */
export const installAwslambda = (): void => {
  Object.assign(globalThis, { awslambda: { HttpResponseStream, streamifyResponse } })
}

const HttpResponseStream = {
  /** The prelude goes out with the first write: a stream that is ended without one sends none, and the gateway answers 502. */
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
