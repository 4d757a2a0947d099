import { Readable } from 'node:stream'
import type { MiddlewareObj } from '@middy/core'
import type { ApiEvent, CallContext } from './call.ts'
import { type ApiResponse, bodyLength } from './response.ts'

/** Adds the headers that every response has, and writes its body to the stream that API Gateway passes on. */
export const gatewayResponse = (): MiddlewareObj<ApiEvent, ApiResponse, Error, CallContext> => {
  const encode = (request: { response: unknown; context: CallContext }) => {
    const response = request.response as ApiResponse
    request.response = {
      statusCode: response.statusCode,
      headers: {
        'X-Service-Request-Id': request.context.call.requestId,
        traceparent: request.context.call.traceparent,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        ...response.headers,
        // Without a length, API Gateway adds `Transfer-Encoding: chunked`, which makes a 204 malformed (RFC 9112, 6.1) and its connection
        // hang: https://github.com/nitrojs/nitro/issues/4417. RFC 9110, 8.6, allows no length in a 204 either, but clients tolerate a zero.
        'Content-Length': String(bodyLength(response.body)),
      },
      body: toStream(response.body),
    }
  }
  return { after: encode, onError: encode }
}

const toStream = (body: ApiResponse['body']): Readable =>
  typeof body === 'object' && 'stream' in body ? body.stream : Readable.from([Buffer.from(body)])
