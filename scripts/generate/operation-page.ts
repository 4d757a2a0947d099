import { escapeHtml } from '../../lib/core/html/escape-html.ts'
import { toErrorEntry } from '../../lib/schema/error-reference.ts'
import { isOpenTo, keyScopes } from '../../lib/schema/key-scopes.ts'
import { parametersByGroup, requiredNames } from '../../lib/schema/openapi-request.ts'
import {
  rateLimitHeaders,
  requestIdHeader,
  toResponses,
  traceparentHeader,
} from '../../lib/schema/openapi-responses.ts'
import type { Operation } from '../../lib/schema/operations.ts'
import type { Parameter } from '../../lib/schema/parameters.ts'
import { RenderResult } from '../../lib/schema/render-result.ts'
import {
  allowedValues,
  discriminatorOf,
  isStructured,
  type ValueSchema,
} from '../../lib/schema/value-schema.ts'
import { type Definition, requiredMark, toDefinitions } from './definitions.ts'
import { readExample } from './example.ts'
import { toResponseFields } from './response-fields.ts'
import { type Sample, toSample } from './samples.ts'

const demo = 'http://demo.stillframe.example/'

/** The calls on the pages. An id in a path is the operation's own example. */
const calls: Readonly<Record<string, Omit<Sample, 'path'>>> = {
  screenshot: { method: 'GET', parameters: { url: demo }, file: 'demo.jpeg' },
  screencast: {
    method: 'GET',
    parameters: { url: demo, viewport_width: 640, viewport_height: 360, duration: 2, fps: 12 },
    file: 'demo.mp4',
  },
  scrape: { method: 'GET', parameters: { url: demo, format: 'md' } },
  pdf: { method: 'GET', parameters: { url: demo, pdf_print_background: true }, file: 'demo.pdf' },
  devices: { method: 'GET' },
  usage: { method: 'GET' },
  usage_history: { method: 'GET', parameters: { days: 7 } },
  overview: { method: 'GET' },
  list_requests: { method: 'GET', parameters: { status: 'done', limit: 5 } },
  list_tasks: { method: 'GET' },
  get_account: { method: 'GET' },
  list_keys: { method: 'GET' },
  create_task: {
    method: 'POST',
    parameters: {
      name: 'Demo page, every morning',
      api: 'screenshot',
      frequency: 'custom',
      crontab: '0 9 * * 1-5',
      timezone: 'Europe/Berlin',
      query: 'url=http%3A%2F%2Fdemo.stillframe.example%2F&format=webp',
    },
  },
  create_batch: {
    method: 'POST',
    parameters: {
      operation: 'screenshot',
      options: { format: 'webp' },
      requests: [
        { url: demo, external_id: 'desktop' },
        { url: demo, viewport_device: 'iphone_15', external_id: 'phone' },
      ],
    },
  },
  list_batches: { method: 'GET' },
  get_batch: { method: 'GET' },
  cancel_batch: { method: 'DELETE' },
  repeat_batch_webhook: { method: 'POST' },
  list_subscriptions: { method: 'GET' },
  create_subscription: {
    method: 'POST',
    parameters: {
      webhook_url: 'https://example.com/hooks/stillframe',
      topics: ['quota.90', 'task.failed', 'delivery.failed'],
    },
  },
  get_subscription: { method: 'GET' },
  update_subscription: { method: 'PATCH', parameters: { topics: ['task.changed'] } },
  delete_subscription: { method: 'DELETE' },
  test_subscription: { method: 'POST' },
  list_events: { method: 'GET', parameters: { limit: 5 } },
  get_event: { method: 'GET' },
  repeat_event_webhook: { method: 'POST' },
  get_request: { method: 'GET' },
  delete_request: { method: 'DELETE' },
  repeat_webhook: { method: 'POST' },
  get_task: { method: 'GET' },
  update_task: { method: 'PATCH', parameters: { enabled: false } },
  delete_task: { method: 'DELETE' },
  list_runs: { method: 'GET', parameters: { limit: 5 } },
  start_run: { method: 'POST' },
  accept_baseline: { method: 'POST' },
}

/** Where the documentation shows a call that has to be signed. */
const programs: Readonly<Record<string, string>> = {
  create_key: '../operate/accounts.md#the-account-through-the-api',
  update_key: '../operate/accounts.md#the-account-through-the-api',
  delete_key: '../operate/accounts.md#the-account-through-the-api',
  update_account: '../operate/accounts.md#the-account-through-the-api',
  put_storage: '../guides/own-bucket.md#set-the-bucket',
  delete_storage: '../guides/own-bucket.md#change-or-end-it',
}

/** Real results of the calls, in docs/images. */
const images: Readonly<Record<string, string>> = {
  screenshot: 'demo.webp',
  screencast: 'video.webp',
  pdf: 'pdf.webp',
}

/** Returns the name of the page of an operation, without its extension. */
export const pageNameOf = ({ id }: Operation): string => id.replaceAll('_', '-')

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
          toSample({ ...call, path: toExamplePath(operation) }),
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

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const toParameters = (operation: Operation): string[] => {
  const groups = parametersByGroup(operation)
  const path = operation.pathParameter
  if (groups.length === 0 && !path) return []
  const required = requiredNames(operation.input)
  return [
    '## Parameters',
    '',
    'The same names are used in a query string and in a JSON body: [sending parameters](parameters.md).',
    '',
    ...(path
      ? toDefinitions([
          {
            name: 'id',
            facts: ['string', 'in the path', requiredMark],
            text: `${path.description} Example: \`${path.example}\`.`,
          },
        ])
      : []),
    ...groups.flatMap(({ title, parameters }) => [
      `### ${title}`,
      '',
      ...toDefinitions(parameters.map((parameter) => toParameter(parameter, required))),
      ...parameters.flatMap(toMembers),
    ]),
  ]
}

const toParameter = ({ name, schema }: Parameter, required: readonly string[]): Definition => ({
  id: name,
  name,
  facts: [
    ...toFacts(schema, required.includes(name)),
    ...(schema['x-plan'] ? ['<span class="badge">scale plan</span>'] : []),
    ...(schema['x-extension'] ? ['<span class="badge">extension</span>'] : []),
  ],
  text: [schema.description, ...toAccepted(schema), ...toExample(schema)].join(' '),
})

/** Returns the type of a value, and its default or that it is required. */
const toFacts = (schema: ValueSchema, isRequired: boolean): string[] => [
  escapeHtml(schema.type ?? 'any'),
  ...(isRequired ? [requiredMark] : toDefault(schema)),
]

/** Returns what a value may be, unless its type says it. */
const toAccepted = (schema: ValueSchema): string[] =>
  schema.type === 'boolean' ? [] : [`Accepts ${allowedValues(schema)}.`]

/** Returns what the JSON of a structured parameter consists of. An object with arbitrary names is described by its text. */
const toMembers = ({ name, schema }: Parameter): string[] => {
  if (!isStructured(schema)) return []
  const object: ValueSchema = schema.items ?? schema
  const key = discriminatorOf(object)
  const members = (object.oneOf ?? [object]).flatMap((alternative) =>
    toMemberList(alternative, key === undefined ? name : `${name}: ${alternative.properties?.[key]?.const}`),
  )
  const [example] = schema.examples
  return members.length === 0
    ? []
    : [...members, 'Example:', '', fence('json', JSON.stringify(example, null, 2)), '']
}

const toMemberList = (
  { description, properties = {}, required = [] }: ValueSchema,
  title: string,
): string[] => {
  const members = Object.entries(properties)
  if (members.length === 0) return []
  return [
    `**${title}** ${description ?? ''}`,
    '',
    ...toDefinitions(
      members.map(([name, member]) => ({
        name,
        facts: toFacts(member, required.includes(name)),
        text: [member.description ?? '', ...toAccepted(member)].join(' ').trim(),
      })),
    ),
  ]
}

/** Returns an example, unless the accepted values are listed. */
const toExample = (schema: Parameter['schema']): string[] => {
  const value = schema.examples[0]
  if (value === undefined || schema.type === 'boolean' || schema.enum || schema.items?.enum) return []
  if (isStructured(schema)) return schema.type === 'object' ? [`Example: \`${JSON.stringify(value)}\`.`] : []
  const separator = schema['x-separator'] === ';' ? ';' : ','
  const text = Array.isArray(value) ? value.join(separator) : String(value)
  return text.includes('`') || text.includes('\n') ? [] : [`Example: \`${text}\`.`]
}

const toDefault = ({ default: value }: Pick<ValueSchema, 'default'>): string[] => {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
  return text === '' ? [] : [`default <code>${escapeHtml(text)}</code>`]
}

const toResponse = (operation: Operation): string[] => [
  '## Response',
  '',
  operation.produces.length === 0
    ? `Status ${operation.success}, without a body.`
    : `Status ${operation.success}, ${operation.produces.map((type) => `\`${type}\``).join(', ')}.${operation.renders ? ' With `async=true`: status 202 and `{"status", "message", "created", "id", "url"}` as JSON.' : ''}`,
  '',
  ...toFieldList(operation.output ? toResponseFields(operation.output, operation.id) : []),
  ...('response_type' in operation.input.shape
    ? [
        'With `response_type=json`, `application/json`:',
        '',
        ...toFieldList(toResponseFields(RenderResult, 'result')),
      ]
    : []),
  '### Response headers',
  '',
  '| Header | Meaning |',
  '|---|---|',
  ...toHeaders(operation),
  '',
]

const toFieldList = (fields: ReturnType<typeof toResponseFields>): string[] =>
  toDefinitions(fields.map(({ name, type, meaning }) => ({ name, facts: [escapeHtml(type)], text: meaning })))

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
