import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayEventRequestContext, APIGatewayProxyEvent } from 'aws-lambda'
import { localAccountId } from '../function-definition.ts'
import { decodeLeniently, type RouteMatch } from './route-table.ts'

export interface ReceivedRequest {
  request: IncomingMessage
  body: Buffer
  match: RouteMatch
  requestId: string
  extendedRequestId: string
  receivedAt: Date
  apiId: string
}

/** Payload version 1.0: https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
export const toProxyEvent = (received: ReceivedRequest): APIGatewayProxyEvent => {
  const { request, body, match } = received
  const { path, query } = splitUrl(request)
  const headers = groupHeaders(request)
  // A raw `;` separates parameters, like `&`: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
  const parameters = Map.groupBy(new URLSearchParams(`?${query.replaceAll(';', '&')}`), ([name]) => name)
  const multiValueQuery = [...parameters].map(
    ([name, pairs]) => [name, pairs.map(([, value]) => value)] as const,
  )
  return {
    resource: match.route.path,
    path: decodeLeniently(decodeURI, path),
    httpMethod: request.method ?? '',
    headers: lastValues(headers),
    multiValueHeaders: Object.fromEntries(headers),
    queryStringParameters: multiValueQuery.length === 0 ? null : lastValues(multiValueQuery),
    multiValueQueryStringParameters:
      multiValueQuery.length === 0 ? null : Object.fromEntries(multiValueQuery),
    pathParameters: match.pathParameters,
    stageVariables: null,
    requestContext: toRequestContext(received, path),
    ...toBody(body),
  }
}

/** API Gateway replaces bytes that are not UTF-8, which hides them. In base64, the service can refuse them. */
const toBody = (body: Buffer): Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'> => {
  if (body.length === 0) return { body: null, isBase64Encoded: false }
  return isUtf8(body)
    ? { body: body.toString(), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true }
}

/** Returns path and query as the client sent them, without the question mark. */
export const splitUrl = ({ url = '/' }: IncomingMessage): { path: string; query: string } => {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) }
}

const droppedHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

type Grouped = [name: string, values: string[]][]

/** Names are case-insensitive; the first spelling is kept. */
const groupHeaders = ({ rawHeaders }: IncomingMessage): Grouped => {
  const groups = new Map<string, Grouped[number]>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    const key = name.toLowerCase()
    if (droppedHeaders.has(key)) continue
    const group = groups.get(key) ?? [name, []]
    group[1].push(value)
    groups.set(key, group)
  }
  return [...groups.values()]
}

// fromEntries defines properties instead of assigning them, so a parameter called __proto__ is a parameter like any other.
const lastValues = (
  groups: readonly (readonly [string, readonly string[]])[],
): Record<string, string | undefined> =>
  Object.fromEntries(groups.map(([name, values]) => [name, values.at(-1)]))

const toRequestContext = (received: ReceivedRequest, path: string): APIGatewayEventRequestContext => {
  const { request, match, receivedAt, apiId, requestId, extendedRequestId } = received
  return {
    accountId: localAccountId,
    apiId,
    authorizer: undefined,
    domainName: (request.headers.host ?? '').split(':')[0],
    domainPrefix: apiId,
    extendedRequestId,
    httpMethod: request.method ?? '',
    identity: toIdentity(request),
    path: `/local${path}`,
    protocol: `HTTP/${request.httpVersion}`,
    requestId,
    requestTime: toLogTime(receivedAt),
    requestTimeEpoch: receivedAt.getTime(),
    resourceId: 'local',
    resourcePath: match.route.path,
    stage: 'local',
  }
}

const toIdentity = (request: IncomingMessage): APIGatewayEventRequestContext['identity'] => ({
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  sourceIp: request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '',
  user: null,
  userAgent: request.headers['user-agent'] ?? null,
  userArn: null,
})

/** `20/Nov/2026:16:05:09 +0000` */
const toLogTime = (date: Date): string => {
  const [, day, month, year, time] = date.toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}
