import { describe, expect, test } from 'vitest'
import {
  allowing,
  connectThrough,
  fetchThrough,
  resolving,
  speakTo,
  testEgress,
  testServer,
  testTcpServer,
} from '../../support/render/egress-client.ts'
import { page } from '../../support/sites/fixture-server.ts'

const echo = { '*': page('hello', { 'x-served': 'yes', 'proxy-authenticate': 'Basic', 'set-cookie': 'a=1' }) }

describe('requests that the policy allows', () => {
  test('a plain http request arrives in origin form with the host of its URL', async () => {
    const server = await testServer(echo)
    const egress = await testEgress({ policy: allowing(`127.0.0.1:${server.port}`) })
    const response = await fetchThrough(egress, `${server.url}/path?query=1`, {
      headers: { host: 'other.test', 'x-custom': 'kept', 'proxy-authorization': 'Basic eA==', te: 'x' },
    })
    expect(response).toMatchObject({ status: 200, body: 'hello' })
    expect(response.headers['x-served']).toBe('yes')
    expect(response.headers['proxy-authenticate']).toBeUndefined()
    const [arrived] = server.requests
    expect(arrived?.path).toBe('/path?query=1')
    expect(arrived?.headers).toMatchObject({ host: `127.0.0.1:${server.port}`, 'x-custom': 'kept' })
    expect(arrived?.headers).not.toHaveProperty('proxy-authorization')
    expect(arrived?.headers).not.toHaveProperty('te')
  })

  test('hop-by-hop headers, named ones too, are not forwarded, and no protocol is changed', async () => {
    const server = await testServer(echo)
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const headers = {
      connection: 'upgrade, x-hop',
      upgrade: 'websocket',
      'x-hop': '1',
      'proxy-connection': 'keep-alive',
      'x-end': '1',
    }
    expect((await fetchThrough(egress, server.url, { headers })).body).toBe('hello')
    const [arrived] = server.requests
    for (const name of ['upgrade', 'x-hop', 'proxy-connection'])
      expect(arrived?.headers).not.toHaveProperty(name)
    expect(arrived?.headers).toMatchObject({ 'x-end': '1', connection: 'keep-alive' })
  })

  test('a request body arrives whole', async () => {
    const server = await testServer({
      '*': (request, response) => {
        request.pipe(response)
      },
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const body = 'x'.repeat(300_000)
    expect((await fetchThrough(egress, server.url, { method: 'POST', body })).body).toBe(body)
    const chunked = { 'transfer-encoding': 'chunked' }
    expect((await fetchThrough(egress, server.url, { method: 'GET', body, headers: chunked })).body).toBe(
      body,
    )
  })

  test('a tunnel carries bytes both ways', async () => {
    const server = await testServer(echo)
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const sent = 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const heard = await connectThrough(egress, `127.0.0.1:${server.port}`, sent)
    expect(heard).toMatch(/^HTTP\/1\.1 200 Connection Established\r\n\r\nHTTP\/1\.1 200 OK/)
    expect(heard).toContain('hello')
  })

  test('a tunnel and a request to an IPv6 literal are checked by the address', async () => {
    const egress = await testEgress({ policy: allowing('') })
    expect(await connectThrough(egress, '[::1]:443')).toMatch(/^HTTP\/1\.1 403 /)
    expect((await fetchThrough(egress, 'http://[::ffff:7f00:1]/')).status).toBe(403)
  })

  test('an allowed `localhost` resolves without a name server', async () => {
    const server = await testServer(echo)
    const egress = await testEgress({ policy: allowing('localhost') })
    expect((await fetchThrough(egress, `http://localhost:${server.port}/`)).body).toBe('hello')
  })

  test('connections are kept and reused', async () => {
    const server = await testServer(echo)
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    for (let count = 0; count < 5; count++) await fetchThrough(egress, server.url)
    expect(server.connections()).toBe(1)
  })

  test('a kept connection that the server closes at the moment of use is replaced', async () => {
    let connections = 0
    const { port } = await testTcpServer((socket) => {
      connections++
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        socket.once('data', () => socket.resetAndDestroy())
      })
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    expect((await fetchThrough(egress, `http://127.0.0.1:${port}/`)).body).toBe('ok')
    expect((await fetchThrough(egress, `http://127.0.0.1:${port}/`)).body).toBe('ok')
    expect(connections).toBe(2)
  })

  test('headers of 100 kB pass', async () => {
    const server = await testServer({ '*': page('hello', { 'x-long': 'x'.repeat(100_000) }) })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    expect((await fetchThrough(egress, server.url)).headers['x-long']).toHaveLength(100_000)
  })
})

test('the head of a response does not wait for its body, as event streams need', async () => {
  const { port } = await testTcpServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'))
  })
  const egress = await testEgress({ policy: allowing('127.0.0.1') })
  const heard = await speakTo(
    egress,
    `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\n\r\n`,
    'event-stream',
  )
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK/)
})

test.each([
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n'],
  ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n'],
  ['GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
])('a response to %s without a body ends', async (method, response) => {
  const { port } = await testTcpServer((socket) => {
    socket.on('data', () => socket.write(response))
  })
  const egress = await testEgress({ policy: allowing('127.0.0.1') })
  for (let count = 0; count < 2; count++) {
    expect(await fetchThrough(egress, `http://127.0.0.1:${port}/`, { method })).toMatchObject({
      status: Number(response.slice(9, 12)),
      body: '',
    })
  }
})

describe('framing', () => {
  test('an interrupted body is interrupted here too, immediately', async () => {
    const { port } = await testTcpServer((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\npart')
        setImmediate(() => socket.end())
      })
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    await expect(fetchThrough(egress, `http://127.0.0.1:${port}/`)).rejects.toThrow()
  })

  test('a response with two framings cannot put a second response on the connection', async () => {
    const { port } = await testTcpServer((socket) => {
      socket.once('data', () => {
        const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n'
        socket.end(`${head}26\r\nokHTTP/1.1 200 OK\r\nX-Injected: yes\r\n\r\n\r\n0\r\n\r\n`)
      })
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const heard = await speakTo(
      egress,
      `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
    expect(heard).toMatch(/^HTTP\/1\.1 502 /)
    expect(heard).not.toContain('Injected')
  })

  test.each([
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2\r\n'],
    ['length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
    ['chunks that are not last', 'Transfer-Encoding: chunked, identity\r\n'],
    ['a space before the colon', 'Content-Length : 5\r\n'],
  ])('a request with %s is not passed on', async (_name, header) => {
    const server = await testServer(echo)
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const heard = await speakTo(
      egress,
      `POST ${server.url}/ HTTP/1.1\r\nHost: a\r\n${header}\r\n0\r\n\r\n`,
      '\r\n\r\n',
    )
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(server.connections()).toBe(0)
  })

  test.each([
    ['origin form', 'GET / HTTP/1.1'],
    ['asterisk form', 'OPTIONS * HTTP/1.1'],
    ['another scheme', 'GET https://127.0.0.1/ HTTP/1.1'],
    ['credentials in the address', 'GET http://a@127.0.0.1/ HTTP/1.1'],
    ['a backslash', 'GET http://a.test\\@127.0.0.1/ HTTP/1.1'],
    ['no host', 'GET http:/// HTTP/1.1'],
    ['a port out of range', 'GET http://127.0.0.1:65536/ HTTP/1.1'],
    ['a tunnel without a port', 'CONNECT 127.0.0.1 HTTP/1.1'],
    ['a tunnel with a path', 'CONNECT 127.0.0.1:80/x HTTP/1.1'],
    ['a tunnel with credentials', 'CONNECT a@127.0.0.1:80 HTTP/1.1'],
    ['a tunnel with two ports', 'CONNECT 127.0.0.1:80:80 HTTP/1.1'],
    ['a tunnel to bare IPv6', 'CONNECT ::1:80 HTTP/1.1'],
  ])('%s is a bad request', async (_name, line) => {
    const egress = await testEgress({ policy: allowing('0.0.0.0/0, ::/0') })
    expect(await speakTo(egress, `${line}\r\nHost: a\r\n\r\n`, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('the reason why a host was not reached', () => {
  test.each([
    ['a name that does not resolve', 'http://nowhere.test/', 'nowhere.test', 'host_not_found'],
    ['a name without addresses', 'http://empty.test/', 'empty.test', 'host_not_found'],
    ['a closed port', 'http://127.0.0.1:PORT/', '127.0.0.1:PORT', 'connection_refused'],
    ['a refused address', 'http://10.0.0.5/', '10.0.0.5', 'address_blocked'],
  ])('%s, by request and by tunnel', async (_name, url, host, failure) => {
    const closed = await testServer()
    await closed.close()
    const at = (text: string) => text.replace('PORT', String(closed.port))
    const options = { policy: allowing('127.0.0.1'), resolve: resolving({ 'empty.test': [] }) }
    const asked = await testEgress(options)
    await fetchThrough(asked, at(url))
    expect(asked.failure(at(host))).toBe(failure)
    const tunnelled = await testEgress(options)
    const { hostname, port } = new URL(at(url))
    await connectThrough(tunnelled, `${hostname}:${port || 80}`)
    expect(tunnelled.failure(at(host))).toBe(failure)
  })

  test.each([
    ['closes without a response', ''],
    ['sends something other than HTTP', 'SSH-2.0-x\r\n\r\n'],
  ])('a server that %s is a failed connection', async (_name, response) => {
    const { port } = await testTcpServer((socket) => {
      socket.once('data', () => socket.end(response))
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    expect((await fetchThrough(egress, `http://127.0.0.1:${port}/`)).status).toBe(502)
    expect(egress.failure(`127.0.0.1:${port}`)).toBe('connection_failed')
  })

  test('a success after a failure clears it', async () => {
    let isUp = false
    const { port } = await testTcpServer((socket) => {
      socket.once('data', () => socket.end(isUp ? 'HTTP/1.1 204 No Content\r\n\r\n' : ''))
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    await fetchThrough(egress, `http://127.0.0.1:${port}/`)
    expect(egress.failure('127.0.0.1')).toBe('connection_failed')
    isUp = true
    await fetchThrough(egress, `http://127.0.0.1:${port}/`)
    expect(egress.failure('127.0.0.1')).toBeUndefined()
    expect(egress.failure(`127.0.0.1:${port}`)).toBeUndefined()
  })
})
