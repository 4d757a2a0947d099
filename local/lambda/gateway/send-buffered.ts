import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refuse } from './gateway-error.ts'
import { mediaType } from './proxy-event.ts'
import { ProxyResult, writeResponseHead } from './response-head.ts'

export interface BufferedAnswer {
  request: IncomingMessage
  response: ServerResponse
  /** What the function returned, as JSON. */
  payload: Buffer
  bodyBytesMax: number
  isBinary(contentType: string): boolean
  refuse: Refuse
}

/** Sends a function's result; one that API Gateway would not understand is a failure of the integration. */
export const sendBuffered = (answer: BufferedAnswer): void => {
  const { request, response, payload, bodyBytesMax, isBinary, refuse } = answer
  try {
    const result = ProxyResult.parse(JSON.parse(payload.toString()))
    // API Gateway decodes only for a client whose first accepted type is one of its binary types.
    const decode = result.isBase64Encoded === true && isBinary(mediaType(request.headers.accept))
    const body = Buffer.from(result.body ?? '', decode ? 'base64' : 'utf8')
    if (body.length > bodyBytesMax) throw new Error('The body is too long.')
    // Only streamed responses have the `cookies` key.
    writeResponseHead(response, { ...result, cookies: null }, body.length)
    response.end(body)
  } catch {
    refuse('INTEGRATION_FAILURE')
  }
}
