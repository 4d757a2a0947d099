import type { IncomingMessage } from 'node:http'

/**
 * Returns the body, or undefined if it is longer than `bytesMax`. Reads a longer body to its end anyway, because stopping would
 * reset the connection before the client has read the response. Rejects if the client disconnects.
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
