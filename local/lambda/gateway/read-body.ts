import type { IncomingMessage } from 'node:http'

export interface BodyLimits {
  /** Of a request. */
  bodyBytesMax: number
  /** Of all bodies together that have not arrived completely. */
  unfinishedBytesMax: number
  /** Until a body must have arrived completely. */
  bodyMs: number
}

export type BodyFault = 'REQUEST_TOO_LARGE' | 'BODY_TIMEOUT' | 'THROTTLED'

/** A body that has not arrived completely. */
interface Unfinished {
  /** The bytes that have arrived, followed by space for more. A list of chunks would need hundreds of bytes for each, even for one of a byte. */
  memory: Buffer
  length: number
  fail(fault: BodyFault): void
}

/**
 * Returns a function that reads the body of a request, in limits that hold for all callers together. If the unfinished bodies hold too
 * much, the oldest one is given up, because an ordinary body arrives in an instant. The function rejects if the client disconnects.
 */
export const createReadBody = ({ bodyBytesMax, unfinishedBytesMax, bodyMs }: BodyLimits) => {
  /** Oldest first. */
  const unfinished = new Set<Unfinished>()
  let heldBytes = 0
  const drop = (body: Unfinished) => {
    heldBytes -= body.memory.length
    body.memory = Buffer.alloc(0)
    unfinished.delete(body)
  }
  /** Doubling copies each byte only a few times. */
  const grow = (body: Unfinished, length: number) => {
    const memory = Buffer.allocUnsafeSlow(Math.min(Math.max(length, body.memory.length * 2), bodyBytesMax))
    body.memory.copy(memory)
    heldBytes += memory.length - body.memory.length
    body.memory = memory
  }
  const keep = (body: Unfinished, chunk: Buffer) => {
    if (!unfinished.has(body)) return
    const length = body.length + chunk.length
    if (length > bodyBytesMax) return drop(body)
    if (length > body.memory.length) grow(body, length)
    chunk.copy(body.memory, body.length)
    body.length = length
    for (const oldest of unfinished) {
      if (heldBytes <= unfinishedBytesMax) return
      oldest.fail('THROTTLED')
      drop(oldest)
    }
  }
  return async (request: IncomingMessage): Promise<Buffer | BodyFault> => {
    if (Number(request.headers['content-length']) > bodyBytesMax) {
      request.resume()
      return 'REQUEST_TOO_LARGE'
    }
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | BodyFault>()
    const body: Unfinished = { memory: Buffer.alloc(0), length: 0, fail: resolve }
    unfinished.add(body)
    const timer = setTimeout(() => body.fail('BODY_TIMEOUT'), bodyMs)
    // A longer body is read to its end, because stopping would reset the connection before the client has read the response.
    const finish = () =>
      resolve(unfinished.has(body) ? body.memory.subarray(0, body.length) : 'REQUEST_TOO_LARGE')
    request.on('data', (chunk: Buffer) => keep(body, chunk))
    request.once('end', finish)
    request.once('error', reject)
    request.once('close', () => reject(new Error('The client disconnected.')))
    return promise.finally(() => {
      clearTimeout(timer)
      drop(body)
    })
  }
}
