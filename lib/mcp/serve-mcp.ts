import {
  createMcpHandler,
  isLegacyRequest,
  originValidationResponse,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { MethodNotAllowedError, MissingAccessKeyError, UnauthorizedError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { toAccountId } from '../core/access/access-key.ts'
import { type ApiClient, ApiFailure, createApiClient } from './api-client.ts'
import { createMcpServer } from './mcp-server.ts'

interface McpSettings {
  /** URL of the API without trailing slash. */
  baseUrl: string
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
  traceparent: string
  log: Pick<Logger, 'error'>
}

/** Messages are short: the longest is a call with a query of a task or a document as `html`. */
const bodyBytesMax = 6 * 1024 * 1024

/**
 * Responds to one request of the transport Streamable HTTP without sessions: to each POST with one JSON message
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http). Clients of earlier versions are served too.
 * @throws AppError for another method, and for a key that is missing or wrong
 */
export const serveMcp = async (
  request: Request,
  { baseUrl, cacheUrl, traceparent, log }: McpSettings,
): Promise<Response> => {
  // Prevents DNS rebinding. A browser sends the origin of the page, which must be the service's. Other clients send none.
  const refused = originValidationResponse(request, [new URL(baseUrl).hostname])
  if (refused) return refused
  if (request.method !== 'POST')
    throw new MethodNotAllowedError(
      `/mcp does not accept ${request.method}. It accepts POST only: it has no sessions and sends no messages without a request.`,
      ['POST'],
    )
  const accessKey = readBearer(request)
  const sent = await request.clone().text()
  if (isBatch(sent)) return batchRefusal()
  const { signal } = request
  const { api, check } = watchKey(createApiClient({ baseUrl, accessKey, traceparent, signal }))
  if (isLong(sent)) await check()
  const createServer = () => createMcpServer({ api, cacheUrl, log })
  const response = await respond(request, createServer)
  // The whole response before the key is judged: a tool may still be calling the API.
  const body = await response.text()
  if (body === '') return new Response(null, response)
  await check()
  return new Response(body, response)
}

const readBearer = ({ headers }: Request): string => {
  const [, key] = /^Bearer +(\S+)$/i.exec(headers.get('authorization')?.trim() ?? '') ?? []
  if (key === undefined)
    throw new MissingAccessKeyError(
      'Send the access key in the header Authorization: Bearer <key>.',
      'Bearer',
    )
  if (toAccountId(key) === undefined) throw new UnauthorizedError('Bearer')
  return key
}

const respond = async (request: Request, createServer: () => ReturnType<typeof createMcpServer>) => {
  if (await isLegacyRequest(request, undefined, { maxRequestBodySize: bodyBytesMax })) {
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: bodyBytesMax,
    })
    await createServer().connect(transport)
    return transport.handleRequest(acceptingBoth(request))
  }
  // A subscription would be a stream without an end.
  const options = { legacy: 'reject', maxSubscriptions: 0, maxRequestBodySize: bodyBytesMax } as const
  return createMcpHandler(createServer, options).fetch(request)
}

/**
 * The transport accepts only a request that names both of its content types, although it sends JSON here. A client that sends
 * `Accept: *\/*`, or none, accepts JSON too.
 */
const acceptingBoth = (request: Request): Request => {
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  return new Request(request, { headers })
}

/** Longer messages take noticeable processor time to parse, so their key is checked first. For others, one request more would cost more. */
const uncheckedBytesMax = 64 * 1024

const isLong = (body: string): boolean => Buffer.byteLength(body) > uncheckedBytesMax

/**
 * Each message of a batch could call a tool, although the batch counts as one request of the client's IP address. Of all versions of
 * the protocol, only 2025-03-26 has batches.
 */
const isBatch = (body: string): boolean => body.trimStart().startsWith('[')

const batchRefusal = (): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: ProtocolErrorCode.InvalidRequest,
        message: 'The body is an array of messages. Send one message per request.',
      },
    },
    { status: 400 },
  )

/** Lets the API check the key with an operation that every account may call. Other failures are for the tools to report. */
const checkKey = async (api: ApiClient) => {
  try {
    await api.send('GET', '/v1/usage')
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
  }
}

/** Remembers whether the API accepted the key. A refusal would be reported as the result of a tool. */
const watchKey = (inner: ApiClient) => {
  let isUsed = false
  let isRefused = false
  const api: ApiClient = {
    ...inner,
    async send(...call) {
      isUsed = true
      try {
        return await inner.send(...call)
      } catch (error) {
        isRefused ||= error instanceof ApiFailure && error.code === 'invalid_access_key'
        throw error
      }
    },
  }
  /** Asks the API only if no tool has: a list of tools needs a valid key too. */
  const check = async () => {
    if (!isUsed) await checkKey(api)
    if (isRefused) throw new UnauthorizedError('Bearer')
  }
  return { api, check }
}
