import { describe, expect, test } from 'vitest'
import { buildOpenApi, createOpenApiText } from '../../../lib/schema/openapi.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'

type Json = Record<string, unknown>

interface Content {
  'application/json': { schema: Json }
}

interface Described {
  parameters?: {
    name: string
    in: string
    required: boolean
    description: string
    schema?: Json
    content?: Content
  }[]
  requestBody?: { content: Record<string, { schema: { $ref: string } }> }
  responses: Record<string, { headers: Record<string, Json>; content: Record<string, Json> }>
  security: Json[]
  operationId: string
  tags: string[]
}

const document = buildOpenApi('https://api.example.com')
const paths = document.paths as Record<string, Record<string, Described>>
const rows = Object.values<Operation>(operations)
const described = rows.flatMap((operation) =>
  operation.methods.map((method) => {
    const item = paths[operation.path]?.[method.toLowerCase()]
    if (!item) throw new Error(`${method} ${operation.path} is not in the document`)
    return [`${method} ${operation.path}`, operation, item] as const
  }),
)

const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document)

const referencesIn = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  )
}

test.each(['https://api.example.com', 'http://127.0.0.1:3000', 'https://a"b\\c$&.example'])(
  'the text names the server %s, and is otherwise the same document',
  (url) => {
    expect(JSON.parse(createOpenApiText()(url))).toEqual(JSON.parse(JSON.stringify(buildOpenApi(url))))
  },
)

test('the document is OpenAPI 3.1 for the given server and can be written as JSON', () => {
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }] })
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('every reference resolves', () => {
  const references = referencesIn(document)
  expect(references.length).toBeGreaterThan(0)
  expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
})

test('it has exactly the operations of the table', () => {
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(described.map(([name]) => name).sort())
  expect(new Set(described.map(([, , { operationId }]) => operationId)).size).toBe(described.length)
})

const codesOf = (header: Json | undefined): string[] =>
  (header?.schema as { enum: string[] } | undefined)?.enum ?? []

const bodyOf = ({ requestBody }: Described): Json =>
  resolve(requestBody?.content['application/json']?.schema.$ref ?? '#/') as Json

describe.each(described)('%s', (name, operation, item) => {
  const isBody = /^(?:POST|PUT|PATCH) /.test(name)
  const linkNames = operation.signed && !isBody ? ['signature', 'expires'] : []
  const names = [...Object.keys(operation.input.shape), ...linkNames]

  test('has every parameter, described, with its type', () => {
    const parameters: [string, Json][] = isBody
      ? Object.entries(bodyOf(item).properties as Record<string, Json>).filter(
          ([key]) => key !== 'access_key',
        )
      : (item.parameters ?? []).map(({ name: key, schema, content, description }) => [
          key,
          { ...(schema ?? content?.['application/json'].schema), description },
        ])
    expect(parameters.map(([key]) => key)).toEqual(names)
    for (const [, schema] of parameters) {
      expect(schema.description).toMatch(/\S/)
      expect(schema.type ?? schema.anyOf ?? schema.$ref).toBeDefined()
      expect(schema.examples).toBeDefined()
    }
  })

  test('has every error of its row, with the codes', () => {
    const codes = Object.entries(item.responses)
      .filter(([status]) => status !== String(operation.success))
      .flatMap(([, response]) => codesOf(response.headers['X-Service-Error']))
    expect(codes.length).toBe(operation.errors.length)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('has its content types, and the request id and the trace on every response', () => {
    expect(Object.keys(item.responses[operation.success]?.content ?? {})).toEqual([
      ...operation.produces,
      ...('response_type' in operation.input.shape ? ['application/json'] : []),
    ])
    for (const response of Object.values(item.responses)) {
      expect(response.headers).toHaveProperty('X-Service-Request-Id')
      expect(response.headers).toHaveProperty('traceparent')
    }
  })

  test('has the rate limit on every response to a known account', () => {
    for (const [status, response] of Object.entries(item.responses))
      expect('RateLimit-Remaining' in response.headers).toBe(operation.keyRequired && status !== '401')
    expect('Retry-After' in (item.responses['429']?.headers ?? {})).toBe(operation.keyRequired)
  })

  test('says where the signature is, if it accepts one', () => {
    const places = (item.parameters ?? [])
      .filter(({ name: key }) => /signature/i.test(key))
      .map(({ name: key, in: place }) => `${place} ${key}`)
    const place = isBody ? 'header X-Service-Signature' : 'query signature'
    expect(places).toEqual(operation.signed ? [place] : [])
    const required = (item.parameters ?? []).filter((parameter) => parameter.required)
    expect(required.some(({ name: key }) => /signature/i.test(key))).toBe(operation.alwaysSigned === true)
  })

  test('says how the access key is sent', () => {
    expect(item.security.length > 0).toBe(operation.keyRequired)
    if (isBody) expect(bodyOf(item).properties).toHaveProperty('access_key')
  })
})

test('bounds, defaults, plan, extension and the rule of url and html are in the document', () => {
  const body = resolve('#/components/schemas/ScreenshotOptions') as {
    properties: Record<string, Json>
    oneOf: Json[]
  }
  expect(body).toMatchObject({
    additionalProperties: false,
    oneOf: [{ required: ['url'] }, { required: ['html'] }],
    properties: {
      image_quality: { type: 'integer', minimum: 1, maximum: 100, default: 80 },
      viewport_width: { default: 1280 },
      gpu_rendering: { 'x-plan': 'scale' },
      selector: { 'x-extension': true },
      cookies: { anyOf: [{ type: 'array' }, { type: 'string' }] },
    },
  })
  expect(JSON.stringify(body)).not.toContain(String(Number.MAX_SAFE_INTEGER))
})

test('every integer that may not fit into 32 bits says so, and no other', () => {
  const integers: Json[] = []
  const collect = (part: unknown) => {
    if (typeof part !== 'object' || part === null) return
    const schema = part as Json
    if ([schema['type']].flat().includes('integer')) integers.push(schema)
    for (const member of Object.values(part)) collect(member)
  }
  collect(document)
  expect(integers.length).toBeGreaterThan(300)
  for (const { format, maximum, enum: values } of integers)
    expect(format).toBe(values === undefined && !(Number(maximum) < 2 ** 31) ? 'int64' : undefined)
})

test('each webhook says that its receiver needs no key of the service', () => {
  const webhooks = Object.values(document.webhooks as Record<string, { post: Json }>)
  expect(webhooks.map(({ post }) => post['security'])).toEqual([[], [], [], [], []])
})

test('every operation has one of the tags of the document, and every tag is used', () => {
  const known = (document.tags as { name: string }[]).map(({ name }) => name)
  const used = described.map(([, , { tags }]) => tags)
  expect(used.filter((tags) => tags.length !== 1)).toEqual([])
  expect([...new Set(used.flat())].toSorted()).toEqual(known.toSorted())
})

test('every required member of an object is described', () => {
  const undescribed = (node: unknown, path: string): string[] => {
    if (typeof node !== 'object' || node === null) return []
    const {
      type,
      required,
      properties = {},
    } = node as { type?: string; required?: unknown; properties?: Json }
    const names = type === 'object' && Array.isArray(required) ? required : []
    const missing = names.filter((name) => !Object.hasOwn(properties, name))
    const inner = Object.entries(node).flatMap(([name, value]) => undescribed(value, `${path}/${name}`))
    return [...missing.map((name) => `${path}: ${name}`), ...inner]
  }
  expect(undescribed(document, '#')).toEqual([])
})
