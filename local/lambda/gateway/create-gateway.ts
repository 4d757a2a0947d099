import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lambda } from '../create-lambda.ts'
import { toBaseUrl } from './base-url.ts'
import { callFunction, type GatewayLimits } from './call-function.ts'
import { createDrain } from './create-drain.ts'
import { createRefuse, type FaultResponder, type GatewayFault } from './gateway-error.ts'
import { type ReceivedRequest, splitUrl, toProxyEvent } from './proxy-event.ts'
import { type BodyFault, createReadBody } from './read-body.ts'
import { refuseUnparsed } from './refuse-unparsed.ts'
import { createRouteTable, type GatewayRoute } from './route-table.ts'

interface GatewayOptions {
  lambda: Pick<Lambda, 'invoke'>
  routes: readonly GatewayRoute[]
  /** Receives every request first, as CloudFront does. Responds to those for another origin, and returns whether it did. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /** Returns the response to a fault of the gateway itself. */
  respondToFault: FaultResponder
  /** Receives a sentence for every request that failed in `intercept` or in the gateway itself. */
  log(line: string): void
  limits?: Partial<GatewayLimits>
}

interface Gateway extends AsyncDisposable {
  /** Listens on a port, by default on a free one of 127.0.0.1. Returns the base URL. Rejects if the port is in use. */
  listen(port?: number, host?: string): Promise<string>
  /** Accepts no more requests and resolves when those in progress are complete, or after this time. */
  drain(graceMs: number): Promise<void>
  close(): Promise<void>
}

/** The limits of API Gateway (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html) and of Lambda's events. */
const awsLimits: GatewayLimits = {
  headBytesMax: 10_240,
  bodyBytesMax: 10 * 1024 * 1024,
  // These two are not AWS': on a machine, what waits is held in its memory.
  unfinishedBytesMax: 100 * 1024 * 1024,
  bodyMs: 30_000,
  // "Request must be smaller than 6291456 bytes for the InvokeFunction operation": https://github.com/pelmers/streetwarp-web/issues/14
  eventBytesMax: 6 * 1024 * 1024 - 1,
  streamIdleMs: 300_000,
  streamMs: 900_000,
}

/** Creates a REST API with streaming Lambda proxy integrations (payload version 1.0). */
export const createGateway = (options: GatewayOptions): Gateway => {
  const limits = { ...awsLimits, ...options.limits }
  const findRoute = createRouteTable(options.routes)
  const apiId = randomBytes(5).toString('hex')
  const { admit, drain } = createDrain()
  const readBody = createReadBody(limits)
  const receive = async (request: IncomingMessage, facts: Omit<ReceivedRequest, 'request' | 'body'>) => {
    const body = await readBody(request)
    if (typeof body === 'string') return body
    const event = toProxyEvent({ request, body, ...facts })
    return Buffer.byteLength(JSON.stringify(event)) <= limits.eventBytesMax ? event : 'REQUEST_TOO_LARGE'
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (await options.intercept?.(request, response)) return
    const ids = identify(response)
    const refuse = createRefuse(response, ids.requestId, options.respondToFault)
    if (!admit(response)) {
      request.resume()
      return refuse('INTEGRATION_FAILURE')
    }
    const fault = findHeadFault(request, limits)
    const match = fault ? undefined : findRoute(splitUrl(request).path)
    if (!match) {
      request.resume()
      return refuse(fault ?? 'MISSING_AUTHENTICATION_TOKEN')
    }
    const event = await receive(request, { match, apiId, receivedAt: new Date(), ...ids })
    if (typeof event === 'string') {
      closeUnfinished(event, request, response)
      return refuse(event)
    }
    const { functionName } = match.route
    await callFunction({ lambda: options.lambda, functionName, event, response, limits, refuse })
  }
  // The bodies of other paths are not read. Those that are read end earlier, with a response, although the head took as long as a body may.
  const unread = {
    requestTimeout: limits.bodyMs * 2,
    connectionsCheckingInterval: Math.ceil(limits.bodyMs / 6),
  }
  const server = createServer(unread, (request, response) => {
    // Only the client's connection can fail here.
    response.on('error', () => {})
    handle(request, response).catch((error: unknown) => {
      if (response.closed && isEndedEarly(error)) return
      options.log(`${request.method} /${splitUrl(request).path.split('/')[1]}: ${error}`)
      request.resume()
      createRefuse(response, randomUUID(), options.respondToFault)('INTEGRATION_FAILURE')
    })
  })
  refuseUnparsed(server, options.respondToFault)
  server.keepAliveTimeout = 65_000
  const close = () => closeServer(server)
  return {
    listen: (port = 0, host = '127.0.0.1') => listenOn(server, port, host),
    drain: (graceMs) => drain(server, graceMs),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** API Gateway counts the request line and the values of headers. */
const findHeadFault = (
  { method = '', url = '/', rawHeaders, httpVersion }: IncomingMessage,
  { headBytesMax }: GatewayLimits,
): GatewayFault | undefined => {
  if (/[{|}]/.test(url)) return 'UNENCODED_URL'
  const values = rawHeaders.filter((_, index) => index % 2 === 1)
  const bytes = [`${method} ${url} HTTP/${httpVersion}`, ...values].join('').length
  return bytes > headBytesMax ? 'HEADERS_TOO_LARGE' : undefined
}

/** Closes the connection of a body that may never be complete, once the response is sent. */
const closeUnfinished = (fault: BodyFault, request: IncomingMessage, response: ServerResponse) => {
  if (fault === 'REQUEST_TOO_LARGE') return
  response.setHeader('connection', 'close')
  response.once('finish', () => setTimeout(() => request.destroy(), lingerMs))
}

/** Time to read a response before the connection is reset, because the client is still sending. */
const lingerMs = 1_000

const listenOn = async (server: Server, port: number, host: string): Promise<string> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return toBaseUrl(server.address() as AddressInfo)
}

/** Returns whether a stream ended early. It was the client's if its response is closed. */
const isEndedEarly = (error: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  )

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
