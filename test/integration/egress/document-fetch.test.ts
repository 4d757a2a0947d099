import http, { createServer, type Server } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Egress } from '../../../lib/render/proxy/egress.ts'
import { scrapePlan } from '../../support/render/scrape.ts'

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Node below 24.5 ignores the option `proxyEnv` of its agents. */
const withoutProxyEnv = <AgentClass extends typeof http.Agent>(Agent: AgentClass) =>
  class extends (Agent as typeof http.Agent) {
    constructor({ proxyEnv: _, ...options }: http.AgentOptions = {}) {
      super(options)
    }
  } as AgentClass

const agents = { http: http.Agent, https: https.Agent }

const replaceAgents = (one: typeof http.Agent, other: typeof https.Agent) => {
  Object.assign(http, { Agent: one })
  Object.assign(https, { Agent: other })
  syncBuiltinESMExports()
}

beforeAll(() =>
  replaceAgents(withoutProxyEnv(agents.http), withoutProxyEnv(agents.https as typeof http.Agent) as never),
)
afterAll(() => replaceAgents(agents.http, agents.https))

test('a document that is fetched without a browser passes through the egress on any version of Node', async () => {
  let connections = 0
  const target = await listen(createServer().on('connection', () => connections++))
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end('by the proxy')
  }).on('connect', (request, socket) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host}`)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  const egress = {
    url: `http://${await listen(proxy)}`,
    denied: [],
    overBudget: false,
    failure: () => undefined,
    refusal: () => undefined,
  } as unknown as Egress
  const { fetchDocument } = await import('../../../lib/render/scrape/fetch-document.ts')
  const fetched = (url: string) =>
    fetchDocument(scrapePlan({ source: { kind: 'url', url } }), egress, AbortSignal.timeout(5_000))
  expect((await fetched(`http://${target}/a?b=c`)).bytes.toString()).toBe('by the proxy')
  await expect(fetched(`https://${target}/`)).rejects.toThrow(/CONNECTION_FAILED/)
  expect(asked).toEqual([`GET http://${target}/a?b=c ${target}`, `CONNECT ${target} ${target}`])
  expect(connections).toBe(0)
})
