import { flushCompileCache } from 'node:module'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { descendantsOf, killAll } from './process-tree.ts'
import { installAwslambda } from './runtime/awslambda.ts'
import { toErrorPayload } from './runtime/error-payload.ts'
import { loadHandler } from './runtime/load-handler.ts'
import { createRuntimeClient, type RuntimeClient } from './runtime/runtime-client.ts'
import { serveInvocation } from './runtime/serve-invocation.ts'

// The Lambda runtime. The host starts it as a function's process, with the environment variables of a Lambda function.

/** The exit codes of Lambda's own Node.js runtime. */
const exitStatus = { initError: 1, unhandledRejection: 128, uncaughtException: 129 }

const environment = process.env

const report = (what: string, error: unknown) => {
  process.stderr.write(`${what} ${JSON.stringify(toErrorPayload(error))}\n`)
}

const load = () => loadHandler(environment['LAMBDA_TASK_ROOT'] ?? '', environment['_HANDLER'] ?? '')

const loadOrExit = async (client: RuntimeClient): Promise<void> => {
  try {
    await load()
  } catch (error) {
    report('Init Error', error)
    await client.postInitError(error)
    process.exit(exitStatus.initError)
  }
}

const run = async () => {
  const address = environment['AWS_LAMBDA_RUNTIME_API'] ?? ''
  // Either both files are sources or both are bundles.
  const lifeline = new URL(`./runtime/lifeline${extname(import.meta.url)}`, import.meta.url)
  new Worker(lifeline, { workerData: { address } }).unref()
  // Child processes end with the process, as on Lambda, where the entire sandbox ends.
  process.on('exit', () => killAll(descendantsOf(process.pid)))
  installAwslambda()
  const client = createRuntimeClient(address)
  await loadOrExit(client)
  // Node writes the cache of NODE_COMPILE_CACHE when a process exits normally, which a function never does.
  flushCompileCache()
  process.on('uncaughtException', (error) => {
    report('Uncaught Exception', error)
    process.exit(exitStatus.uncaughtException)
  })
  process.on('unhandledRejection', (reason) => {
    report('Unhandled Promise Rejection', reason)
    process.exit(exitStatus.unhandledRejection)
  })
  for (;;) {
    const invocation = await client.next()
    await client.postTaken(invocation.requestId)
    Object.assign(environment, invocation.variables, { _X_AMZN_TRACE_ID: invocation.traceId })
    await serveInvocation({ client, load, environment, invocation, report })
  }
}

await run()
