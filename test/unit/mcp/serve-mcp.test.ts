import { expect, onTestFinished, test, vi } from 'vitest'
import { serveMcp } from '../../../lib/mcp/serve-mcp.ts'

const settings = {
  baseUrl: 'https://api.example',
  cacheUrl: 'https://api.example/cache',
  traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`,
  log: { error() {} },
}

const post = (body: string, headers: Record<string, string> = {}) =>
  serveMcp(
    new Request('https://api.example/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${'k'.repeat(24)}`,
        ...headers,
      },
      body,
    }),
    settings,
  )

test('a body of more than 6 MB is refused with 413', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await post(JSON.stringify('a'.repeat(6 * 1024 * 1024)))).status).toBe(413)
})

test.each(['', 'Bearer', 'Bearer key', `Bearer ${'k'.repeat(25)}`, 'Basic a2V5'])(
  'the authorization %j is refused without a request',
  async (authorization) => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(post('{}', { authorization })).rejects.toMatchObject({ statusCode: 401 })
    expect(fetched).not.toHaveBeenCalled()
  },
)

test('a wrong key is refused before a long body is parsed', async () => {
  const headers = { 'x-service-error': 'invalid_access_key' }
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No.' }, { status: 401, headers }))
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(() => parse.mockRestore())
  const body = `{"long":"${'a'.repeat(100_000)}"}`
  await expect(post(body)).rejects.toMatchObject({ statusCode: 401 })
  expect(parse.mock.calls.filter(([text]) => text === body)).toEqual([])
})

test.each([
  [
    'initialize',
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  ],
  ['tools/list', {}],
  ['ping', {}],
  ['resources/templates/list', {}],
  ['tools/call', { name: 'list_tasks', arguments: {} }],
  ['tools/call', { name: 'screenshot', arguments: {} }],
  ['tools/call', { name: 'unknown', arguments: {} }],
])('a wrong key is refused by %s %j, and a right one costs one request', async (method, params) => {
  const fetched = vi.fn(async () => Response.json({ tasks: [] }))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  expect((await post(message)).status).toBe(200)
  expect(fetched).toHaveBeenCalledOnce()
  const headers = { 'x-service-error': 'invalid_access_key' }
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No.' }, { status: 401, headers }))
  await expect(post(message)).rejects.toMatchObject({ statusCode: 401 })
})

test('a message without a response costs no request', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))).status).toBe(
    202,
  )
  expect(fetched).not.toHaveBeenCalled()
})

test.each(['null', 'https://api.example.attacker.example', 'http://localhost:3000'])(
  'the origin %s is refused before the key is read',
  async (origin) => {
    expect((await post('{}', { origin, authorization: '' })).status).toBe(403)
  },
)

test('a subscription, which would be a stream without an end, is refused', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  onTestFinished(() => void vi.unstubAllGlobals())
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const method = 'subscriptions/listen'
  const params = { _meta, notifications: { toolsListChanged: true } }
  const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  })
  expect(await response.json()).toMatchObject({ error: { message: 'Subscription limit reached' } })
})

test.each([
  ['', 100],
  [' \r\n\t', 2],
  ['\uFEFF', 1],
])('an array of messages is refused without a request: %j and %d messages', async (before, count) => {
  const fetched = vi.fn(async () => Response.json({ tasks: [] }))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  const params = { name: 'list_tasks', arguments: {} }
  const messages = Array.from({ length: count }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params,
  }))
  const response = await post(before + JSON.stringify(messages))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } })
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['Too many requests. Retry after 7 seconds.', 'Too many requests. Retry after 7 seconds.'],
  ['The service is at capacity.', 'The service is at capacity. Retry after 7 seconds.'],
])('a failure says once when to retry: %s', async (message, said) => {
  const headers = { 'retry-after': '7', 'x-service-error': 'rate_limited' }
  vi.stubGlobal('fetch', async () => Response.json({ message }, { status: 429, headers }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const params = { name: 'list_tasks', arguments: {} }
  const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  const { result } = (await response.json()) as { result: { content: { text: string }[] } }
  expect(result.content[0]?.text).toBe(`${said} (code rate_limited, HTTP status 429)`)
})

test.each(['*/*', 'application/json', 'application/*, text/*', ''])(
  'the Accept header %j is served',
  async (accept) => {
    vi.stubGlobal('fetch', async () => Response.json({}))
    onTestFinished(() => void vi.unstubAllGlobals())
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const response = await post(JSON.stringify(message), { accept })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } })
  },
)
