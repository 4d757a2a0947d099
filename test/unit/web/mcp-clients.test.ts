import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mcpClients } from '../../../web/src/agents/mcp-clients.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/agents.md'), 'utf8')
const clients = mcpClients('http://127.0.0.1:3000')

test.each(clients)('the dashboard configures $name as the documentation does', ({ code }) => {
  expect(guide).toContain(`\n${code}\n\`\`\``)
})

const installed = (name: string) => new URL(clients.find((client) => client.name === name)?.install ?? '')

test('the links that add the server to a client say the same as its file', () => {
  const config = atob(installed('Cursor').searchParams.get('config') ?? '')
  expect(JSON.parse(config)).toEqual({
    url: 'http://127.0.0.1:3000/mcp',
    headers: { Authorization: expect.stringContaining('{env:ACCESS_KEY}') },
  })
  expect(JSON.parse(decodeURIComponent(installed('VS Code').search.slice(1)))).toEqual({
    name: 'stillframe',
    type: 'http',
    url: 'http://127.0.0.1:3000/mcp',
    headers: { Authorization: expect.stringContaining('{input:stillframe-key}') },
    inputs: [expect.objectContaining({ id: 'stillframe-key', password: true })],
  })
})
