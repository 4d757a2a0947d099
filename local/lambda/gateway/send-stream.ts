import type { ServerResponse } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { preludeDelimiter } from '../runtime/awslambda.ts'
import type { Refuse } from './gateway-error.ts'
import { StreamPrelude, writeResponseHead } from './response-head.ts'

/** API Gateway searches for the delimiter in this many bytes: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html */
const preludeBytesMax = 16 * 1024

/**
 * Sends a streaming function's output as it arrives, and calls `onProgress` for every chunk. Always reads the body to its end: a
 * client that disconnects does not stop the function, as on AWS.
 */
export const sendStream = async (
  response: ServerResponse,
  body: Readable,
  { onProgress, refuse }: { onProgress: () => void; refuse: Refuse },
): Promise<void> => {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  try {
    const { prelude, rest } = await readPrelude(chunks)
    const encoder = writeResponseHead(response, prelude)
    response.flushHeaders()
    encoder?.pipe(response)
    const sink = encoder ?? response
    if (rest.length > 0) sink.write(rest)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      onProgress()
      if (isOpen(response) && !sink.write(next.value)) await drained(sink, response)
    }
    sink.end()
  } catch {
    // The function failed or the gateway's time limit passed. The function's own log has the cause.
    refuse('INTEGRATION_FAILURE')
    await discard(chunks)
  }
}

const readPrelude = async (chunks: AsyncIterator<Buffer>) => {
  let received = Buffer.alloc(0)
  let end = -1
  while (end < 0) {
    const next = await chunks.next()
    if (next.done || received.length > preludeBytesMax) throw new Error('The stream has no prelude.')
    received = Buffer.concat([received, next.value])
    end = received.subarray(0, preludeBytesMax).indexOf(preludeDelimiter)
  }
  return {
    prelude: StreamPrelude.parse(JSON.parse(received.subarray(0, end).toString())),
    rest: received.subarray(end + preludeDelimiter.length),
  }
}

const isOpen = (response: ServerResponse): boolean => !response.destroyed && !response.writableEnded

/** Also resolves when the client disconnects, because `drain` is never emitted then. */
const drained = (sink: Writable, response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      sink.off('drain', done)
      response.off('close', done)
      resolve()
    }
    sink.on('drain', done)
    response.on('close', done)
  })

const discard = async (chunks: AsyncIterator<Buffer>): Promise<void> => {
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The caller is already handling the function's failure.
  }
}
