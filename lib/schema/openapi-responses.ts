import * as z from 'zod'
import { type ErrorEntry, toErrorEntry } from './error-reference.ts'
import type { Json } from './openapi-request.ts'
import type { Operation } from './operations.ts'
import { parametersOf } from './parameters.ts'
import { RenderResult } from './render-result.ts'
import { Acknowledgement } from './requests.ts'

/** Returns the responses of an operation: its success, and its errors grouped by status. */
export const toResponses = (operation: Operation): Json => ({
  [operation.success]: toSuccess(operation),
  ...(operation.renders && { 202: toAccepted(operation) }),
  ...Object.fromEntries(
    [...Map.groupBy(operation.errors.map(toErrorEntry), ({ statusCode }) => statusCode)]
      .sort(([left], [right]) => left - right)
      .map(([statusCode, entries]) => [
        statusCode,
        toErrorResponse(entries as [ErrorEntry, ...ErrorEntry[]], operation),
      ]),
  ),
})

export const errorBodySchema = {
  type: 'object',
  description: 'The body of every error.',
  properties: {
    statusCode: { type: 'integer', description: 'HTTP status.', examples: [400] },
    error: { type: 'string', description: 'HTTP reason phrase.', examples: ['Bad Request'] },
    message: {
      type: 'string',
      description: 'What is wrong and what is allowed, one problem per line.',
      examples: ['`image_quality` is 101. It must be an integer from 1 to 100.'],
    },
    code: {
      type: 'string',
      description: 'Machine-readable reason, as in `X-Service-Error`.',
      examples: ['invalid_parameter'],
    },
  },
  required: ['statusCode', 'error', 'message', 'code'],
  additionalProperties: false,
}

const commonReferences = {
  'X-Service-Request-Id': { $ref: '#/components/headers/RequestId' },
  traceparent: { $ref: '#/components/headers/Traceparent' },
}

export const requestIdHeader = {
  description: 'Unique identifier of the request.',
  required: true,
  schema: { type: 'string' },
}

export const traceparentHeader = {
  description:
    'Trace of the request (W3C Trace Context). Continues that of a valid `traceparent` in the request. Absent if the gateway refused the request.',
  schema: { type: 'string' },
}

export const rateLimitHeaders = {
  'RateLimit-Limit': {
    description: 'Number of requests per minute that the plan allows.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'Number of requests left in the current minute.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the count resets.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const rateLimitReferences = Object.fromEntries(
  Object.keys(rateLimitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

/** Responses to a known account contain the state of its rate limit. */
const rateHeadersOf = ({ keyRequired }: Operation, statusCode: number): Json =>
  keyRequired && statusCode !== 401 ? rateLimitReferences : {}

const toSuccess = (operation: Operation): Json => ({
  description: operation.renders ? 'The result.' : 'Success.',
  headers: {
    ...commonReferences,
    ...rateHeadersOf(operation, operation.success),
    ...(operation.renders && renderHeaders(operation)),
  },
  ...(operation.produces.length > 0 && {
    content: {
      ...Object.fromEntries(
        operation.produces.map((contentType) => [contentType, { schema: toContentSchema(operation) }]),
      ),
      ...('response_type' in operation.input.shape && {
        'application/json': {
          schema: { description: 'With `response_type=json`.', ...toJsonSchema(RenderResult) },
        },
      }),
    },
  }),
})

/** The response to `async=true`. */
const toAccepted = (operation: Operation): Json => ({
  description: 'With `async=true`: the request is rendered in the background. `url` returns its state.',
  headers: { ...commonReferences, ...rateHeadersOf(operation, 202) },
  content: { 'application/json': { schema: toJsonSchema(Acknowledgement) } },
})

export const toJsonSchema = (output: z.ZodType): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(output)
  return schema
}

const toContentSchema = ({ output }: Operation): Json =>
  output ? toJsonSchema(output) : { type: 'string', format: 'binary' }

const renderHeaders = (operation: Operation): Json => {
  const metadata = [...parametersOf(operation.input).values()].flatMap(({ name, schema }) => {
    const header = schema['x-header']
    if (header === undefined) return []
    return [[header, { description: `Present with \`${name}=true\`.`, schema: { type: 'string' } }] as const]
  })
  return {
    'Content-Disposition': {
      description: '`inline`, or `attachment` with the file name if `attachment_name` is set.',
      schema: { type: 'string' },
    },
    'X-Service-Cache': {
      description: 'Present with `cache=true`. Says whether the response came from the cache.',
      schema: { type: 'string', enum: ['hit', 'miss'] },
    },
    Age: {
      description: 'Present on a cache hit. Seconds since the result was rendered.',
      schema: { type: 'integer', minimum: 0 },
    },
    'X-Service-Timeout': {
      description: 'Present with `on_timeout=capture` if a wait exceeded `timeout`. Names its parameter.',
      schema: { type: 'string' },
    },
    ...Object.fromEntries(metadata),
    'X-Service-Metadata-Truncated': {
      description: 'Names the metadata header that was truncated, for example `headers`.',
      schema: { type: 'string' },
    },
  }
}

const retryAfter = {
  'Retry-After': {
    description: 'Seconds until the next request is accepted.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
}

const challenge = {
  'WWW-Authenticate': {
    description:
      'The challenge `AccessKey` with the code in `error` and sometimes a hint in `error_description`.',
    required: true,
    schema: { type: 'string' },
  },
}

const toErrorResponse = (entries: readonly [ErrorEntry, ...ErrorEntry[]], operation: Operation): Json => ({
  description: [
    `${entries[0].error}. \`code\` and the header \`X-Service-Error\` say which:`,
    '',
    ...entries.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`),
  ].join('\n'),
  headers: {
    ...commonReferences,
    'X-Service-Error': {
      description: 'Machine-readable reason.',
      required: true,
      schema: { type: 'string', enum: entries.map(({ code }) => code) },
    },
    ...rateHeadersOf(operation, entries[0].statusCode),
    ...(entries[0].statusCode === 401 && challenge),
    ...(entries[0].statusCode === 429 && retryAfter),
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
