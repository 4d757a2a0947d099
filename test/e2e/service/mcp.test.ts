import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, expect, test, vi } from 'vitest'
import { Task } from '../../../lib/schema/tasks.ts'
import { decodeImage } from '../../support/render/image.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const timeout = { timeout: 45_000, interval: 100 }

let price = 10

const lines = Array.from({ length: 400 }, (_, index) => `<p>Line ${index} of a long text</p>`).join('')

const site = await startFixtureServer({
  '/green': page('<title>Green &amp; fine</title><body style="background:rgb(0,200,0)">fine'),
  '/long': page(`<title>Long</title><main><h1>Long</h1>${lines}</main>`),
  '/price': (...request) => page(`<h1>Shop</h1><p>Price: ${price}</p>`)(...request),
})
const service = await joinService()

afterAll(async () => {
  await agent.close()
  await site.close()
})

const mcpUrl = () => new URL('/mcp', service.baseUrl)

const connect = async (accessKey: string, mode: 'legacy' | 'auto' = 'legacy'): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${accessKey}` } }
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(), { requestInit }))
  return client
}

const agent = await connect(service.accessKey)

const callTool = async (name: string, parameters: Record<string, unknown> = {}, client = agent) =>
  (await client.callTool({ name, arguments: parameters })) as CallToolResult

const textOf = ({ content }: CallToolResult) =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : []))

test.each(['legacy', 'auto'] as const)(
  'the official client lists the tools, with the handshake of earlier versions and without it (%s)',
  async (mode) => {
    const client = await connect(service.accessKey, mode)
    expect(client.getServerVersion()).toMatchObject({ name: 'stillframe' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'screenshot',
      'read_page',
      'pdf',
      'snapshot',
      'list_tasks',
      'create_task',
      'get_changes',
    ])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      `${service.baseUrl}/cache/{name}`,
    ])
    await client.close()
  },
)

test('a screenshot is an image that models accept, with what is known of the page', async () => {
  const result = await callTool('screenshot', {
    url: `${site.url}/green`,
    full_page: true,
    viewport_width: 400,
    viewport_height: 300,
    options: { block_annoyance: 'none' },
  })
  const [image] = result.content
  if (image?.type !== 'image') throw new Error(JSON.stringify(result.content))
  expect(image.mimeType).toBe('image/webp')
  const { width, height, at } = await decodeImage(Buffer.from(image.data, 'base64'))
  expect([width, height]).toEqual([1568, 1176])
  expect(at(1000, 1000)[1]).toBeGreaterThan(190)
  expect(textOf(result)).toEqual([
    expect.stringMatching(
      /^Image: 1568x1176 pixels, \d+ bytes\. Page: title "Green & fine", HTTP status 200\.$/,
    ),
  ])
})

test('a PDF is a link to a file with its pages, which can also be read as a resource', async () => {
  const { content } = await callTool('pdf', { url: `${site.url}/green`, pdf_paper_format: 'a5' })
  const [link] = content
  if (link?.type !== 'resource_link') throw new Error(JSON.stringify(content))
  expect(link).toMatchObject({ title: 'Green & fine', mimeType: 'application/pdf', description: '1 page' })
  const [file] = (await agent.readResource({ uri: link.uri })).contents
  const pdf = Buffer.from(file && 'blob' in file ? file.blob : '', 'base64')
  expect(pdf.length).toBe(link.size)
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
})

/** Without the page's scripts, no browser is needed. */
const still = { js_enabled: false }

test('a long page is read in parts that join to its text, with one render', async () => {
  const read = (start: number) =>
    callTool('read_page', { url: `${site.url}/long`, max_length: 6000, start, options: still })
  const parts = [textOf(await read(0))]
  for (const part of parts) {
    const [, next] = /call again with start=(\d+)/.exec(part[1] ?? '') ?? []
    if (next !== undefined) parts.push(textOf(await read(Number(next))))
  }
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.at(-1)?.[1]).toMatch(/This is the end\. Page: title "Long", HTTP status 200\.$/)
  const text = parts.map(([part]) => part).join('')
  expect(text).toMatch(/^# Long\n\nLine 0 of a long text\n/)
  expect(text.match(/Line \d+ of a long text/g)).toHaveLength(400)
  expect(site.requests.filter(({ path }) => path === '/long')).toHaveLength(1)
})

test('a task that watches a page is created and listed, its changes are returned, and its files can be read', async () => {
  using _clock = await service.borrowClock()
  const created = await callTool('create_task', {
    name: 'price',
    api: 'scrape',
    query: new URLSearchParams({ url: `${site.url}/price`, format: 'md', js_enabled: 'false' }).toString(),
    frequency: 'every_minute',
    watch: { mode: 'text' },
  })
  const { id } = Task.parse(JSON.parse(textOf(created)[0] ?? ''))
  const { tasks } = JSON.parse(textOf(await callTool('list_tasks'))[0] ?? '') as { tasks: Task[] }
  expect(tasks).toMatchObject([{ id, name: 'price', watch: { mode: 'text' } }])

  const changes = async (runsDone: number) =>
    vi.waitFor(async () => {
      const all = await callTool('get_changes', { task_id: id, only_changed: false })
      const { runs } = JSON.parse(textOf(all)[0] ?? '') as { runs: { status: string }[] }
      expect(runs.filter(({ status }) => status === 'done')).toHaveLength(runsDone)
      return JSON.parse(textOf(await callTool('get_changes', { task_id: id }))[0] ?? '')
    }, timeout)
  await service.passMinute()
  expect(await changes(1)).toMatchObject({ runs: [], examined: 1 })
  price = 12
  await service.passMinute()
  const { runs } = await changes(2)
  expect(runs).toMatchObject([{ change: { changed: true, ratio: expect.any(Number) }, error: null }])

  const { contents } = await agent.readResource({ uri: runs[0].change.difference.file })
  expect(contents).toMatchObject([{ text: expect.stringContaining('+Price: 12') }])
  const { resources } = await agent.listResources()
  expect(resources.map(({ uri }) => uri)).toContain(runs[0].file)
})

test('a failure is a result that says why, with the code of the API', async () => {
  const failed = await callTool('screenshot', { url: 'http://169.254.169.254/' })
  expect(failed.isError).toBe(true)
  expect(textOf(failed)[0]).toMatch(/public host and address, .* \(code address_blocked, HTTP status 400\)$/)
  const unknown = await callTool('read_page', { url: `${site.url}/long`, options: { formt: 'md' } })
  expect(textOf(unknown)[0]).toMatch(/`formt`.*\(code unknown_parameter, HTTP status 400\)$/s)
  const invalid = await callTool('screenshot', { url: `${site.url}/green`, viewport_width: 0 })
  expect(invalid.isError).toBe(true)
  expect(textOf(invalid)[0]).toContain('viewport_width')
})

test('an account that requires signed requests learns that the server cannot sign', async () => {
  const owner = await service.createAccount('scale')
  await service.requireSignatures(owner.id)
  const client = await connect(owner.accessKey)
  const failed = await callTool('list_tasks', {}, client)
  expect(failed.isError).toBe(true)
  expect(textOf(failed)[0]).toMatch(
    /cannot sign.*signed_requests.*\(code missing_signature, HTTP status 401\)$/,
  )
  await expect(client.listResources()).rejects.toThrow('cannot sign')
  await client.close()
})

test('a wrong key is refused before the protocol starts, and as a bearer token', async () => {
  const headers = { authorization: 'Bearer wrong', 'content-type': 'application/json' }
  const { status, headers: sent } = await fetch(mcpUrl(), { method: 'POST', headers, body: '{}' })
  const challenge = 'Bearer realm="stillframe", error="invalid_token"'
  expect([status, sent.get('www-authenticate')]).toEqual([401, challenge])
})

test('only files of results can be read as resources', async () => {
  for (const uri of [`${service.baseUrl}/cache/..%2Fv1%2Fusage`, `${site.url}/green`, 'file:///etc/passwd'])
    await expect(agent.readResource({ uri })).rejects.toThrow(/not found/)
  const expired = `${service.baseUrl}/cache/${'0'.repeat(56)}.md`
  await expect(agent.readResource({ uri: expired })).rejects.toThrow(/not found/)
})
