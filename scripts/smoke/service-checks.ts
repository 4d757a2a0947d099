import { setTimeout as wait } from 'node:timers/promises'
import type { Isolation } from '../../lib/core/telemetry/render-report.ts'
import {
  bytesOf,
  type Check,
  call,
  demoUrl,
  expectThat,
  green,
  post,
  readReport,
  SmokeError,
  shot,
  type Target,
} from './client.ts'

const asyncSecondsMax = 120

/** Every operation once, and what callers do most. */
export const serviceChecks: Check[] = [
  {
    name: 'a request without a key is refused',
    async run(target) {
      await call({ ...target, accessKey: '' }, '/v1/devices', { status: 401 })
      return '401'
    },
  },
  {
    name: 'the OpenAPI document is available',
    async run(target) {
      const { paths } = (await (await call(target, '/v1/openapi.json')).json()) as { paths: object }
      await call(target, '/docs/openapi.json')
      return `${Object.keys(paths).length} paths`
    },
  },
  {
    name: 'a screenshot of HTML has the expected pixels',
    async run(target) {
      await green(await bytesOf(await post(target, '/v1/screenshot', shot)))
      return '200x100, green'
    },
  },
  {
    name: 'the report says how the browser is isolated',
    async run(target) {
      const { isolation } = await readReport(target)
      expectThat(isolation !== undefined, 'the report has no isolation')
      const { sandbox, reason, nodeHidden } = isolation as Isolation
      return `sandbox: ${sandbox}${reason ? `, ${reason}` : ''}; Node is ${nodeHidden ? 'hidden' : 'readable'}`
    },
  },
  {
    name: 'the demo page is scraped',
    async run(target) {
      const query = new URLSearchParams({ url: demoUrl, format: 'md' })
      const text = await (await call(target, `/v1/scrape?${query}`)).text()
      expectThat(text.includes('# '), 'the Markdown has no heading')
      return `${text.length} characters`
    },
  },
  {
    name: 'a PDF has the correct format',
    async run(target) {
      const pdf = await bytesOf(await post(target, '/v1/pdf', { url: demoUrl }))
      expectThat(pdf.subarray(0, 5).toString() === '%PDF-', 'the file is not a PDF')
      return `${pdf.length} bytes`
    },
  },
  {
    name: 'a video has the correct format',
    async run(target) {
      const video = await bytesOf(
        await post(target, '/v1/screencast', {
          url: demoUrl,
          duration: 1,
          viewport_width: 320,
          viewport_height: 240,
        }),
      )
      expectThat(video.subarray(4, 8).toString() === 'ftyp', 'the file is not an MP4')
      return `${video.length} bytes`
    },
  },
  {
    name: 'the second of two cached requests is a hit',
    async run(target) {
      const body = { ...shot, cache: true, cache_key: `smoke-${Date.now()}`, cache_ttl: 60 }
      const first = await post(target, '/v1/screenshot', body)
      const second = await post(target, '/v1/screenshot', body)
      const both = [first, second].map(({ headers }) => headers.get('x-service-cache')).join()
      expectThat(both === 'miss,hit', `X-Service-Cache was ${both}`)
      expectThat((await bytesOf(first)).equals(await bytesOf(second)), 'the hit differs from the miss')
      return both
    },
  },
  {
    name: 'an asynchronous request ends and its file is available',
    async run(target) {
      const accepted = await post(target, '/v1/screenshot', { ...shot, async: true }, 202)
      const id = accepted.headers.get('x-service-request-id') ?? ''
      const file = await waitForFile(target, id)
      const response = await fetch(file)
      expectThat(response.ok, `the file returned ${response.status}`)
      await green(await bytesOf(response))
      return id
    },
  },
  {
    name: 'the MCP server accepts the access key and lists its tools',
    async run(target) {
      const send = (accessKey: string, method: string, params: object, status = 200) =>
        call(target, '/mcp', {
          method: 'POST',
          headers: { accept: 'application/json, text/event-stream', authorization: `Bearer ${accessKey}` },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
          status,
        })
      const client = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'smoke', version: '1' },
      }
      await send('wrong', 'initialize', client, 401)
      await send(target.accessKey, 'initialize', client)
      const { result } = (await (await send(target.accessKey, 'tools/list', {})).json()) as {
        result: { tools: { name: string }[] }
      }
      expectThat(
        result.tools.some(({ name }) => name === 'screenshot'),
        'the tools have no screenshot',
      )
      return `${result.tools.length} tools`
    },
  },
  {
    name: 'a private IP address is refused',
    async run(target) {
      const response = await post(target, '/v1/screenshot', { url: 'http://169.254.169.254/' }, 400)
      const code = response.headers.get('x-service-error')
      expectThat(code === 'address_blocked', `X-Service-Error was ${code}`)
      return String(code)
    },
  },
  {
    name: 'a task can be created, read and deleted',
    async run(target) {
      const query = new URLSearchParams({ url: demoUrl }).toString()
      const task = { name: 'smoke', api: 'screenshot', query, frequency: 'every_day', enabled: false }
      const response = await call(target, '/v1/tasks', {
        method: 'POST',
        body: JSON.stringify(task),
        status: 201,
      })
      const { id } = (await response.json()) as { id: number }
      await call(target, `/v1/tasks/${id}`)
      // A stream without a body must end: https://github.com/awslabs/aws-lambda-web-adapter/issues/499.
      const deleted = await call(target, `/v1/tasks/${id}`, { method: 'DELETE', status: 204 })
      expectThat((await bytesOf(deleted)).length === 0, 'a 204 has a body')
      return `${id}, 204`
    },
  },
  {
    name: 'usage is counted',
    async run(target) {
      const { hits } = (await (await call(target, '/v1/usage')).json()) as { hits: { used: number } }
      expectThat(hits.used > 0, 'no hit was counted')
      return `${hits.used} hits`
    },
  },
]

const waitForFile = async (target: Target, id: string): Promise<string> => {
  const endsMs = Date.now() + asyncSecondsMax * 1000
  while (Date.now() < endsMs) {
    const record = (await (await call(target, `/v1/requests/${id}`)).json()) as {
      status: string
      file: string | null
      error: unknown
    }
    if (record.status === 'failed')
      throw new SmokeError(`the request failed: ${JSON.stringify(record.error)}`)
    if (record.status === 'done' && record.file) return record.file
    await wait(500)
  }
  throw new SmokeError(`the request did not end within ${asyncSecondsMax} s`)
}
