import { Readable } from 'node:stream'
import type { MiddlewareObj } from '@middy/core'
import type { ApiEvent, CallContext } from './call.ts'
import { type Answer, bodyBytes } from './response.ts'

/** Adds the headers that every response has, and writes its body to the stream that API Gateway passes on. */
export const gatewayResponse = (): MiddlewareObj<ApiEvent, Answer, Error, CallContext> => {
  const encode = (request: { response: unknown; context: CallContext }) => {
    const answer = request.response as Answer
    request.response = {
      statusCode: answer.statusCode,
      headers: {
        'X-Service-Request-Id': request.context.call.requestId,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        ...answer.headers,
        // RFC 9110, 8.6: a response that cannot have a body has no Content-Length.
        ...(answer.statusCode !== 204 && { 'Content-Length': String(bodyBytes(answer.body)) }),
      },
      body: toStream(answer.body),
    }
  }
  return { after: encode, onError: encode }
}

const toStream = (body: Answer['body']): Readable =>
  typeof body === 'object' && 'stream' in body ? body.stream : Readable.from([Buffer.from(body)])
