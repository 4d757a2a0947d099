import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lambda } from '../create-lambda.ts'
import { callFunction, type GatewayLimits } from './call-function.ts'
import { createDrain } from './create-drain.ts'
import { type AnswerFault, awsAnswer, createRefuse } from './gateway-error.ts'
import { splitUrl, toProxyEvent } from './proxy-event.ts'
import { readBody } from './read-body.ts'
import { refuseUnparsed } from './refuse-unparsed.ts'
import { createRouteTable, type GatewayRoute } from './route-table.ts'

export interface GatewayOptions {
  lambda: Pick<Lambda, 'invoke'>
  routes: readonly GatewayRoute[]
  /** Sees every request first, as CloudFront does: answers those that belong to another origin, and returns whether it did. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /** Content types whose bodies are base64 in events and buffered results; `image/*` stands for all images. None unless given. */
  binaryMediaTypes?: readonly string[]
  /** In place of what API Gateway says by itself. */
  answerFault?: AnswerFault
  stage?: string
  limits?: Partial<GatewayLimits>
}

export interface Gateway extends AsyncDisposable {
  /** On 127.0.0.1; port 0 picks a free one. Returns the base URL. Rejects if the port is taken. */
  listen(port?: number, host?: string): Promise<string>
  /** Accepts no more requests and resolves when those in progress are answered, or after this time. */
  drain(graceMs: number): Promise<void>
  close(): Promise<void>
}

/** API Gateway's own limits. */
const awsLimits: GatewayLimits = {
  bodyBytesMax: 10 * 1024 * 1024,
  bufferedMs: 29_000,
  streamIdleMs: 300_000,
  streamMs: 900_000,
}

/** A REST API with Lambda proxy integrations (payload version 1.0), buffered and streaming. */
export const createGateway = (options: GatewayOptions): Gateway => {
  const limits = { ...awsLimits, ...options.limits }
  const findRoute = createRouteTable(options.routes)
  const isBinary = createBinaryTest(options.binaryMediaTypes ?? [])
  const apiId = randomBytes(5).toString('hex')
  const { admit, drain } = createDrain()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (await options.intercept?.(request, response)) return
    const ids = identify(response)
    const refuse = createRefuse(response, ids.requestId, options.answerFault ?? awsAnswer)
    if (!admit(response)) {
      request.resume()
      return refuse('INTEGRATION_FAILURE')
    }
    const match = findRoute(request.method ?? '', splitUrl(request).path)
    if (!match) {
      request.resume()
      return refuse('MISSING_AUTHENTICATION_TOKEN')
    }
    const body = await readBody(request, limits.bodyBytesMax)
    if (!body) return refuse('REQUEST_TOO_LARGE')
    const stage = options.stage ?? 'local'
    const event = toProxyEvent({
      request,
      body,
      match,
      stage,
      apiId,
      isBinary,
      receivedAt: new Date(),
      ...ids,
    })
    await callFunction({
      lambda: options.lambda,
      route: match.route,
      event,
      request,
      response,
      limits,
      isBinary,
      refuse,
    })
  }
  const server = createServer((request, response) => {
    // What is left to fail is the client's connection.
    response.on('error', () => {})
    handle(request, response).catch(() => response.destroy())
  })
  refuseUnparsed(server, options.answerFault ?? awsAnswer)
  server.keepAliveTimeout = 65_000
  const close = () => closeServer(server)
  return {
    listen: (port = 0, host = '127.0.0.1') => listenOn(server, port, host),
    drain: (graceMs) => drain(server, graceMs),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const listenOn = async (server: Server, port: number, host: string): Promise<string> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const closeServer = async (server: Server): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}

const identify = (response: ServerResponse) => {
  const ids = { requestId: randomUUID(), extendedRequestId: randomBytes(11).toString('base64url') }
  response.setHeader('x-amzn-requestid', ids.requestId)
  response.setHeader('x-amz-apigw-id', ids.extendedRequestId)
  return ids
}

const createBinaryTest = (types: readonly string[]) => (contentType: string) =>
  types.some(
    (type) =>
      type === '*/*' ||
      type === contentType ||
      (type.endsWith('/*') && contentType.startsWith(type.slice(0, -1))),
  )
