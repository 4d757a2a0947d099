import { chromiumVersion } from './chromium-version.ts'
import { groups } from './docs.ts'
import {
  type Json,
  namedValueSchemas,
  toBodySchema,
  toHeaderParameters,
  toPathParameters,
  toQueryParameters,
} from './openapi-request.ts'
import {
  errorBodySchema,
  rateLimitHeaders,
  requestIdHeader,
  toResponses,
  traceparentHeader,
} from './openapi-responses.ts'
import { webhooks } from './openapi-webhook.ts'
import { type Method, type Operation, operations, sendsBody } from './operations.ts'

/**
 * Returns the OpenAPI 3.1 document of the service, built from the table of operations and the schemas that validate its requests.
 * @param serverUrl scheme and host without a trailing slash
 */
export const buildOpenApi = (serverUrl: string): Json => withInt64(toDocument(serverUrl))

const toDocument = (serverUrl: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Stillframe',
    version: '1',
    description:
      'Renders web pages. All errors have the same JSON shape. The header `X-Service-Error` contains a stable code.',
    license: { name: 'MIT', identifier: 'MIT' },
    // Of the shipped browser. The report of a render has the version that rendered.
    'x-chromium-version': chromiumVersion,
  },
  servers: [{ url: serverUrl }],
  paths: Object.fromEntries(
    [...Map.groupBy(Object.values<Operation>(operations), ({ path }) => path)].map(([path, rows]) => [
      path,
      toPathItem(rows),
    ]),
  ),
  webhooks,
  tags,
  components: {
    schemas: {
      Error: errorBodySchema,
      ...namedValueSchemas(),
      ...Object.fromEntries(
        operationsWithBody().map((operation) => [bodySchemaName(operation), toBodySchema(operation)]),
      ),
    },
    headers: { RequestId: requestIdHeader, Traceparent: traceparentHeader, ...rateLimitHeaders },
    securitySchemes: {
      accessKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Access-Key' },
      accessKeyQuery: { type: 'apiKey', in: 'query', name: 'access_key' },
    },
  },
  'x-groups': groups,
})

/** Returns a function that returns the document as JSON. Building and serializing it takes 5 ms, so it is done once. */
export const createOpenApiText = (): ((serverUrl: string) => string) => {
  const placeholder = 'https://server.invalid'
  const [start = '', end = ''] = JSON.stringify(buildOpenApi(placeholder)).split(JSON.stringify(placeholder))
  return (serverUrl) => `${start}${JSON.stringify(serverUrl)}${end}`
}

const int32Max = 2 ** 31 - 1

/** Adds the format of 64 bits to integers that may not fit into 32. Generators for typed languages would choose 32 without it. */
const withInt64 = (value: Json): Json => {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk)
    if (typeof part !== 'object' || part === null) return part
    const copy: Json = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, walk(member)]))
    return isLongInteger(copy) ? { ...copy, format: 'int64' } : copy
  }
  return walk(value) as Json
}

const isLongInteger = ({ type, enum: values, maximum = Number.POSITIVE_INFINITY }: Json): boolean =>
  [type].flat().includes('integer') && values === undefined && Number(maximum) > int32Max

const operationsWithBody = (): Operation[] =>
  Object.values<Operation>(operations).filter(({ methods }) => methods.some(sendsBody))

const bodySchemaName = ({ id }: Operation): string =>
  `${id.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Options`

const toPathItem = (rows: readonly Operation[]): Json => ({
  ...toPathParameters(rows),
  ...Object.fromEntries(
    rows.flatMap((operation) =>
      operation.methods.map((method) => [method.toLowerCase(), toOperation(operation, method)]),
    ),
  ),
})

const toOperation = (operation: Operation, method: Method): Json => ({
  operationId: operation.methods.length === 1 ? operation.id : `${operation.id}_${method.toLowerCase()}`,
  tags: [tagOf(operation)],
  summary: operation.summary,
  description: operation.description,
  security: toSecurity(operation, method),
  ...(sendsBody(method)
    ? {
        parameters: toHeaderParameters(operation),
        requestBody: {
          required: Object.keys(operation.input.shape).length > 0,
          content: {
            'application/json': { schema: { $ref: `#/components/schemas/${bodySchemaName(operation)}` } },
          },
        },
      }
    : { parameters: toQueryParameters(operation) }),
  responses: toResponses(operation),
})

/** Generators of clients make a class or a file of each tag. */
const tags = [
  { name: 'render', description: 'Renders of pages.' },
  { name: 'requests', description: 'Requests that were accepted or stored a result.' },
  { name: 'tasks', description: 'Scheduled renders.' },
  { name: 'account', description: 'Keys, settings and usage of the account.' },
  { name: 'reference', description: 'What does not depend on the account.' },
] as const

const tagsByPath: Readonly<Record<string, (typeof tags)[number]['name']>> = {
  requests: 'requests',
  tasks: 'tasks',
  account: 'account',
  usage: 'account',
}

const tagOf = ({ renders, path }: Operation) =>
  renders ? 'render' : (tagsByPath[path.split('/')[2] ?? ''] ?? 'reference')

/** A body may contain the key as its field `access_key`, which OpenAPI can only express as "no scheme required". */
const toSecurity = ({ keyRequired }: Operation, method: Method): Json[] => {
  if (!keyRequired) return []
  return sendsBody(method) ? [{ accessKeyHeader: [] }, {}] : [{ accessKeyHeader: [] }, { accessKeyQuery: [] }]
}
