import type { Readable } from 'node:stream'

/** A response before its conversion for API Gateway. Header names have the case in which they are sent. */
export interface ApiResponse {
  statusCode: number
  headers: Record<string, string>
  body: Buffer | string | BodyStream
}

/** A body that is streamed. If the stream fails, the connection is closed, which tells the caller. */
interface BodyStream {
  stream: Readable
  bytes: number
}

export const bodyLength = (body: ApiResponse['body']): number =>
  typeof body === 'object' && 'bytes' in body ? body.bytes : Buffer.byteLength(body)

/** Returns the stream of a streamed body, or undefined. */
export const streamOf = (body: ApiResponse['body']): Readable | undefined =>
  typeof body === 'object' && 'stream' in body ? body.stream : undefined

export const jsonResponse = (value: unknown, statusCode = 200): ApiResponse =>
  jsonTextResponse(JSON.stringify(value), statusCode)

/** Returns a response with a body that is JSON already. */
export const jsonTextResponse = (body: string, statusCode = 200): ApiResponse => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body,
})

/** Returns a successful response without a body. Each request gets a new object, so headers never leak between requests. */
export const noContent = (): ApiResponse => ({ statusCode: 204, headers: {}, body: '' })
