import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createApiClient } from '../../../lib/mcp/api-client.ts'
import { listen } from '../../support/listen.ts'

test('no call of the MCP server uses the connection of an earlier one, which Lambda may have frozen meanwhile, and calls continue the trace', async () => {
  let connections = 0
  const traces: unknown[] = []
  const server = createServer(({ headers }, response) => {
    traces.push(headers['traceparent'])
    response.end('{}')
  })
  server.keepAliveTimeout = 60_000
  server.on('connection', () => {
    connections += 1
  })
  const baseUrl = `http://127.0.0.1:${await listen(server)}`
  const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
  const { signal } = new AbortController()
  const client = createApiClient({ baseUrl, accessKey: 'key', traceparent, signal })
  await client.send('GET', '/v1/tasks')
  await client.send('POST', '/v1/pdf', { html: 'x' })
  await client.readFile(`${baseUrl}/cache/a.png`)
  expect(connections).toBe(3)
  // The file is public, and its URL may be that of a CDN.
  expect(traces).toEqual([traceparent, traceparent, undefined])
})
