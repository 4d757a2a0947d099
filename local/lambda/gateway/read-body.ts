import type { IncomingMessage } from 'node:http'

/**
 * Undefined if the body is longer than `bytesMax`. It is still read to its end, because stopping would reset the
 * connection before the client has seen the answer. Rejects if the client breaks off.
 */
export const readBody = async (request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= bytesMax) chunks.push(chunk)
  }
  return bytes > bytesMax ? undefined : Buffer.concat(chunks)
}
