import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { isSameSecret } from '../../same-secret.ts'
import { type ErrorPayload, FunctionError } from '../function-error.ts'
import { functionVariables } from './environment-variables.ts'
import type { Invocation } from './invocation.ts'

interface RuntimeApiEvents {
  /** Called when the runtime requests an event. The response stays open until one arrives. */
  onNext(response: ServerResponse): void
  onInitError(error: FunctionError): void
  /** Returns the current event of this environment. */
  current(): Invocation | undefined
}

export interface RuntimeApi {
  /** `127.0.0.1:<port>/<secret>`. Other users of the machine can reach the port, but do not know the path. */
  readonly address: string
  close(): void
}

/** Makes a server listen on a port of 127.0.0.1. */
export type Listen = (server: Server) => Promise<void>

const listenAnywhere: Listen = (server) =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })

/**
 * The server side of one execution environment's Runtime API.
 * Protocol: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export const startRuntimeApi = async (
  events: RuntimeApiEvents,
  listen: Listen = listenAnywhere,
): Promise<RuntimeApi> => {
  const secret = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    const [, given = '', ...path] = (request.url ?? '').split('/')
    if (!isSameSecret(given, secret)) return refuse(request, response)
    handle({ request, path: `/${path.join('/')}` }, response, events).catch(() => response.destroy())
  })
  // A streamed response may take as long as the function's timeout, and the lifeline connection stays open even longer.
  server.requestTimeout = 0
  server.headersTimeout = 0
  server.keepAliveTimeout = 0
  await listen(server)
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Responds to a waiting `next` request. */
export const sendInvocation = (response: ServerResponse, invocation: Invocation): void => {
  response.writeHead(200, {
    'content-type': 'application/json',
    'lambda-runtime-aws-request-id': invocation.id,
    'lambda-runtime-deadline-ms': String(invocation.deadlineMs),
    'lambda-runtime-invoked-function-arn': invocation.definition.arn,
    // Only this Runtime API sends it: another function of the group may have had the last event.
    'stillframe-function-variables': encodeURIComponent(
      JSON.stringify(functionVariables(invocation.definition)),
    ),
    'lambda-runtime-trace-id': invocation.traceHeader,
  })
  response.end(JSON.stringify(invocation.event))
}

const pathPattern =
  /^\/2018-06-01\/runtime\/(?:invocation\/(?<id>[\w-]+)\/)?(?<action>init\/error|invocation\/next|taken|response|error)$/

const refuse = (request: IncomingMessage, response: ServerResponse) => {
  request.resume()
  response.writeHead(403).end()
}

const handle = async (
  { request, path }: { request: IncomingMessage; path: string },
  response: ServerResponse,
  events: RuntimeApiEvents,
) => {
  const { id, action } = pathPattern.exec(path)?.groups ?? {}
  if (action === 'invocation/next') return events.onNext(response)
  if (action === 'init/error') {
    events.onInitError(await readError(request))
    return accept(response)
  }
  const invocation = events.current()
  if (id === undefined || invocation?.id !== id) {
    request.resume()
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"errorType":"InvalidRequestID"}')
    return
  }
  // Only this Runtime API knows it. On Lambda, no process ends alone.
  if (action === 'taken') invocation.isTaken = true
  else if (action === 'error') invocation.fail(await readError(request))
  else await receiveResponse(request, invocation)
  accept(response)
}

const receiveResponse = async (request: IncomingMessage, invocation: Invocation) => {
  if (request.headers['lambda-runtime-function-response-mode'] === 'streaming') {
    await invocation.stream(request.headers['content-type'] ?? 'application/octet-stream', request)
    return
  }
  invocation.succeed(await buffer(request))
}

const readError = async (request: IncomingMessage) =>
  new FunctionError(JSON.parse((await buffer(request)).toString()) as ErrorPayload)

const accept = (response: ServerResponse) => {
  response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}')
}
