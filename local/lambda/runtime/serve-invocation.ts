import { once } from 'node:events'
import type { Context } from 'aws-lambda'
import { highWaterMarkOf, isStreaming } from './awslambda.ts'
import type { Handler } from './load-handler.ts'
import { ResponseStream } from './response-stream.ts'
import type { NextInvocation, ResponseUpload, RuntimeClient } from './runtime-client.ts'

interface Serving {
  client: RuntimeClient
  /** Returns the handler of the function, which is loaded with its first event. */
  load: () => Promise<Handler>
  environment: NodeJS.ProcessEnv
  invocation: NextInvocation
  report(what: string, error: unknown): void
}

/** Runs the handler with one event and sends its result or error. */
export const serveInvocation = async (serving: Serving): Promise<void> => {
  const { client, load, invocation, report } = serving
  try {
    const handler = await load()
    if (isStreaming(handler)) return await serveStreaming(serving, handler)
    const result = await handler(JSON.parse(invocation.payload), toContext(serving))
    await client.postResponse(invocation.requestId, JSON.stringify(result === undefined ? null : result))
  } catch (error) {
    report('Invoke Error', error)
    await client.postError(invocation.requestId, error)
  }
}

const serveStreaming = async (serving: Serving, handler: Handler): Promise<void> => {
  const { client, invocation, report } = serving
  let upload: ResponseUpload | undefined
  const stream = new ResponseStream((contentType) => {
    upload = client.streamResponse(invocation.requestId, contentType)
    upload.accepted.catch((error) => stream.destroy(error))
    return upload.request
  }, highWaterMarkOf(handler))
  const finished = once(stream, 'finish')
  // The promise is awaited only after the handler has finished.
  finished.catch(() => {})
  try {
    await Promise.race([
      handler(JSON.parse(invocation.payload), stream, toContext(serving)),
      failureOf(stream),
    ])
    // If the handler never ends its stream, this waits until the function's timeout, as on Lambda.
    await finished
    await upload?.accepted
  } catch (error) {
    if (!upload) throw error
    report('Invoke Error', error)
    upload.abort(error)
    await upload.accepted
  }
}

const failureOf = (stream: ResponseStream): Promise<never> => {
  const failure = new Promise<never>((_resolve, reject) => {
    stream.once('error', reject)
  })
  // The handler may finish before the stream fails.
  failure.catch(() => {})
  return failure
}

let isDraining = false

// The host begins to stop. Events are completed, and none begins anything that it can leave to another process.
process.on('SIGUSR2', () => {
  isDraining = true
})

/** Since Node.js 24 the context has no `done`, `fail` and `succeed`. */
const toContext = ({ environment, invocation }: Serving): Omit<Context, 'done' | 'fail' | 'succeed'> => ({
  awsRequestId: invocation.requestId,
  invokedFunctionArn: invocation.functionArn,
  functionName: environment['AWS_LAMBDA_FUNCTION_NAME'] ?? '',
  functionVersion: environment['AWS_LAMBDA_FUNCTION_VERSION'] ?? '',
  memoryLimitInMB: environment['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? '',
  logGroupName: environment['AWS_LAMBDA_LOG_GROUP_NAME'] ?? '',
  logStreamName: environment['AWS_LAMBDA_LOG_STREAM_NAME'] ?? '',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => (isDraining ? 0 : Math.max(0, invocation.deadlineMs - Date.now())),
})
