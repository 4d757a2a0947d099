import type { Readable } from 'node:stream'

/** A response before it becomes API Gateway's. Header names in the case that goes out. */
export interface Answer {
  statusCode: number
  headers: Record<string, string>
  body: Buffer | string | BodyStream
}

/** A body that is passed on as it comes. A stream that fails on the way cuts the connection, so that the caller sees it. */
export interface BodyStream {
  stream: Readable
  bytes: number
}

export const bodyBytes = (body: Answer['body']): number =>
  typeof body === 'object' && 'bytes' in body ? body.bytes : Buffer.byteLength(body)

/** The stream of a body that is one. */
export const streamOf = (body: Answer['body']): Readable | undefined =>
  typeof body === 'object' && 'stream' in body ? body.stream : undefined

export const jsonAnswer = (value: unknown, statusCode = 200): Answer => ({
  statusCode,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
})

/** Returns a success without a body. Each request gets its own, so that no header of one can reach another. */
export const noContent = (): Answer => ({ statusCode: 204, headers: {}, body: '' })
