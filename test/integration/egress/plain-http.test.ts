import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  allowing,
  connectThrough,
  fetchThrough,
  testEgress,
  testEndlessServer,
  testServer,
  testTcpServer,
} from '../../support/render/egress-client.ts'
import { page } from '../../support/sites/fixture-server.ts'
import { testUpstream } from '../../support/sites/upstream-proxy.ts'

describe("plain HTTP through a customer's proxy", () => {
  /** A customer's proxy that responds to every connection as given. */
  const proxyThat = async (serve: (socket: Socket) => void) => {
    const { port } = await testTcpServer(serve)
    return testEgress({
      policy: allowing('127.0.0.1'),
      upstream: { protocol: 'http', host: '127.0.0.1', port },
    })
  }
  const requestWith = (headers: string, body = '') =>
    `POST /x HTTP/1.1\r\nHost: other.test\r\n${headers}Connection: close\r\n\r\n${body}`

  test('names the target of the connection, whatever the request says, and on every port', async () => {
    const site = await testServer({ '*': page('site') })
    const proxy = await testUpstream({ target: site.port })
    const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream: proxy.upstream })
    expect(await connectThrough(egress, 'site.test:8080', requestWith('Content-Length: 0\r\n'))).toContain(
      'site',
    )
    expect(proxy.lines).toEqual(['POST http://site.test:8080/x'])
    expect(site.requests[0]?.headers.host).toBe('site.test:8080')
  })

  test('TLS and WebSockets on other ports are tunneled', async () => {
    const site = await testTcpServer((socket) => socket.once('data', (sent) => socket.end(sent)))
    const proxy = await testUpstream({ target: site.port })
    const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream: proxy.upstream })
    const hello = '\x16\x03\x01\x00\x05hello'
    const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(await connectThrough(egress, 'site.test:8443', hello)).toBe(hello)
    expect(await connectThrough(egress, 'site.test:80', upgrade)).toBe(upgrade)
    expect(proxy.lines).toEqual(['CONNECT site.test:8443', 'CONNECT site.test:80'])
  })

  test('hop-by-hop headers are not forwarded, in either direction', async () => {
    const site = await testServer({ '*': page('site', { 'x-served': 'yes', 'proxy-authenticate': 'Basic' }) })
    const proxy = await testUpstream({ target: site.port })
    const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream: proxy.upstream })
    const headers = {
      connection: 'close, x-hop',
      'x-hop': '1',
      te: 'x',
      'proxy-connection': 'x',
      'x-end': '1',
    }
    const response = await fetchThrough(egress, 'http://site.test/', { headers })
    expect(response.headers['x-served']).toBe('yes')
    expect(response.headers['proxy-authenticate']).toBeUndefined()
    for (const name of ['x-hop', 'te', 'proxy-connection'])
      expect(site.requests[0]?.headers).not.toHaveProperty(name)
    expect(site.requests[0]?.headers).toMatchObject({ 'x-end': '1' })
  })

  test('a request body arrives whole, with a length and in chunks', async () => {
    const site = await testServer({ '*': (request, response) => void request.pipe(response) })
    const proxy = await testUpstream({ target: site.port })
    const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream: proxy.upstream })
    const body = 'x'.repeat(300_000)
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
      expect((await fetchThrough(egress, 'http://site.test/', { method: 'POST', body, headers })).body).toBe(
        body,
      )
  })

  test('connections to the proxy are kept and reused', async () => {
    const site = await testServer({ '*': page('site') })
    const proxy = await testUpstream({ target: site.port })
    const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream: proxy.upstream })
    for (let count = 0; count < 5; count++) await fetchThrough(egress, 'http://site.test/')
    expect(proxy.connections()).toBe(1)
  })

  test('a kept connection that the proxy closes at the moment of use is replaced', async () => {
    let connections = 0
    const egress = await proxyThat((socket) => {
      connections++
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        socket.once('data', () => socket.resetAndDestroy())
      })
    })
    expect((await fetchThrough(egress, 'http://site.test/')).body).toBe('ok')
    expect((await fetchThrough(egress, 'http://site.test/')).body).toBe('ok')
    expect(connections).toBe(2)
  })

  test.each([
    [100_000, true],
    [300_000, false],
  ])('a response with %i bytes of headers passes: %s', async (length, passes) => {
    const egress = await proxyThat((socket) => {
      const head = `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(length)}\r\nContent-Length: 0\r\n\r\n`
      socket.once('data', () => socket.end(head))
    })
    const fetched = fetchThrough(egress, 'http://site.test/').then(({ status }) => status)
    expect(await fetched.catch(() => 'failed')).toBe(passes ? 200 : 'failed')
  })

  test('the head of a response does not wait for its body, as event streams need', async () => {
    const egress = await proxyThat((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'))
    })
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    expect(await connectThrough(egress, 'site.test:80', request, 'event-stream')).toMatch(
      /^HTTP\/1\.1 200 OK/,
    )
  })

  test.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n'],
    ['GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ])('a response to %s without a body ends', async (method, response) => {
    const egress = await proxyThat((socket) => {
      socket.on('data', () => socket.write(response))
    })
    expect(await fetchThrough(egress, 'http://site.test/', { method })).toMatchObject({
      status: Number(response.slice(9, 12)),
      body: '',
    })
  })

  test('an interrupted body is interrupted here too', async () => {
    const egress = await proxyThat((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\npart')
        setImmediate(() => socket.end())
      })
    })
    await expect(fetchThrough(egress, 'http://site.test/')).rejects.toThrow()
  })

  test.each([
    ['closes without a response', ''],
    ['sends something other than HTTP', 'SSH-2.0-x\r\n\r\n'],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    [
      'frames a response in two ways',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    ],
  ])('a proxy that %s is a failed connection', async (_name, response) => {
    const egress = await proxyThat((socket) => {
      socket.once('data', () => socket.end(response))
    })
    await expect(fetchThrough(egress, 'http://site.test/')).rejects.toThrow()
    expect(egress.failure('site.test')).toBe('connection_failed')
  })

  test.each([
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n'],
    ['length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a space before the colon', 'Content-Length : 5\r\n'],
  ])('a request with %s is not forwarded', async (_name, header) => {
    let connections = 0
    const egress = await proxyThat(() => connections++)
    expect(await connectThrough(egress, 'site.test:80', requestWith(header, '0\r\n\r\n'))).toMatch(
      /^HTTP\/1\.1 400 /,
    )
    expect(connections).toBe(0)
  })

  test('an endless body is cut off at the byte budget', async () => {
    const { port } = await testEndlessServer()
    const egress = await testEgress({
      policy: allowing('127.0.0.1'),
      upstream: { protocol: 'http', host: '127.0.0.1', port },
      limits: { bytesReceivedMax: 1_000_000 },
    })
    await expect(fetchThrough(egress, 'http://site.test/')).rejects.toThrow()
    expect(egress.overBudget).toBe(true)
    expect(await connectThrough(egress, 'site.test:80')).toBe('refused')
  })
})
