import { toErrorEntry } from '../../lib/schema/error-reference.ts'
import { isOpenTo, keyScopes } from '../../lib/schema/key-scopes.ts'
import {
  rateLimitHeaders,
  requestIdHeader,
  toResponses,
  traceparentHeader,
} from '../../lib/schema/openapi-responses.ts'
import type { Operation } from '../../lib/schema/operations.ts'
import { commonPage } from './common-parameters.ts'
import { readExample } from './example.ts'
import { fence } from './fence.ts'
import { calls, images, programs } from './operation-calls.ts'
import { toParameters } from './parameter-lists.ts'
import { toFieldList } from './response-fields.ts'
import { toSample } from './samples.ts'

/** Returns the reference page of an operation. */
export const toOperationPage = (operation: Operation): string =>
  [
    `# ${operation.summary}`,
    '',
    '<!-- Generated from lib/schema/ by scripts/generate/reference.ts. -->',
    '',
    `**${operation.methods.join('**, **')}** \`${operation.path}\``,
    '',
    operation.description,
    '',
    ...toAccess(operation),
    ...toCall(operation),
    ...toParameters(operation),
    ...toResponse(operation),
    ...toErrors(operation),
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')

const toAccess = (operation: Operation): string[] => [
  operation.keyRequired
    ? `Requires an [access key](../start/keys.md) of the scope ${toScopes(operation)}${toSignatureNeed(operation)}.${operation.feature ? ' Requires the scale plan.' : ''}${operation.renders ? ' Takes one hit of the [quota](plans.md), unless the result comes from the cache.' : ''}`
    : 'Requires no access key.',
  '',
]

const toSignatureNeed = ({ signed, alwaysSigned }: Operation): string => {
  if (alwaysSigned) return ', and a [signature](signing.md)'
  return signed ? ', and a [signature](signing.md) if the account requires signed requests' : ''
}

/** A scope that opens only some of the methods is followed by them. */
const toScopes = (operation: Operation): string => {
  const scopes = keyScopes.flatMap((scope) => {
    const methods = operation.methods.filter((method) => isOpenTo(scope, operation, method))
    if (methods.length === 0) return []
    return [`\`${scope}\`${methods.length < operation.methods.length ? ` (${methods.join(', ')})` : ''}`]
  })
  return [scopes.slice(0, -1).join(', '), ...scopes.slice(-1)].filter((part) => part !== '').join(' or ')
}

const toCall = (operation: Operation): string[] => {
  const call = calls[operation.id]
  const example = readExample(operation.id)
  const image = images[operation.id]
  const program = programs[operation.id]
  return [
    ...(call
      ? [
          '## Example',
          '',
          toSample({
            ...call,
            path: toExamplePath(operation),
            ...(!operation.renders && { languages: ['curl', 'JavaScript', 'Python'] }),
          }),
          '',
          'JavaScript and Python use the [clients](../guides/clients.md).',
          '',
        ]
      : []),
    ...(program ? ['## Example', '', `[Accounts](${program}) shows a program that signs the call.`, ''] : []),
    ...(image ? [`![The response of ${operation.path}](../images/${image})`, ''] : []),
    ...(example
      ? [
          'A request and its response, with headers:',
          '',
          fence('sh', example.request),
          '',
          fence('http', example.response),
          '',
        ]
      : []),
  ]
}

const toExamplePath = ({ path, pathParameter }: Operation): string =>
  path.replace('{id}', pathParameter?.example ?? '')

const toResponse = (operation: Operation): string[] => [
  '## Response',
  '',
  operation.produces.length === 0
    ? `Status ${operation.success}, without a body.`
    : `Status ${operation.success}, ${operation.produces.map((type) => `\`${type}\``).join(', ')}.${operation.renders ? ' With `async=true`: status 202 and `{"status", "message", "created", "id", "url"}` as JSON.' : ''}`,
  '',
  ...(operation.output ? toFieldList(operation.output, operation.id) : []),
  ...('response_type' in operation.input.shape
    ? [
        `With \`response_type=json\`: \`application/json\` with [these fields](${commonPage}#response-with-response_typejson).`,
        '',
      ]
    : []),
  '### Response headers',
  '',
  '| Header | Meaning |',
  '|---|---|',
  ...toHeaders(operation),
  '',
]

/** The headers that the responses of the OpenAPI document refer to. */
const sharedHeaders: Readonly<Record<string, { description: string }>> = {
  'X-Service-Request-Id': requestIdHeader,
  traceparent: traceparentHeader,
  ...rateLimitHeaders,
}

const toHeaders = (operation: Operation): string[] => {
  const success = toResponses(operation)[operation.success] as {
    headers: Record<string, { description?: string }>
  }
  return Object.entries(success.headers).map(
    ([name, { description = sharedHeaders[name]?.description }]) => `| \`${name}\` | ${description} |`,
  )
}

const toErrors = (operation: Operation): string[] => [
  '## Errors',
  '',
  'The body is `{"statusCode", "error", "message", "code"}`. `X-Service-Error` has the code too. [Errors](errors.md) describes each.',
  '',
  '| Status | Codes |',
  '|---|---|',
  ...[...Map.groupBy(operation.errors.map(toErrorEntry), ({ statusCode }) => statusCode)]
    .sort(([left], [right]) => left - right)
    .map(
      ([status, entries]) =>
        `| ${status} | ${[...new Set(entries.map(({ code }) => code))].map((code) => `[\`${code}\`](errors.md#${code})`).join(', ')} |`,
    ),
  '',
]
