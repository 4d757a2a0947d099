import { describe, expect, test } from 'vitest'
import {
  allowing,
  connectThrough,
  endAfter,
  fetchThrough,
  resolving,
  speakTo,
  speakToInPieces,
  testEgress,
  testServer,
  testTcpServer,
} from '../../support/render/egress-client.ts'
import { page } from '../../support/sites/fixture-server.ts'

const echo = { '*': page('hello') }

describe('connections that the policy allows', () => {
  test('carry bytes unchanged, in both directions', async () => {
    const { port } = await testTcpServer((socket) => {
      socket.once('data', (sent) => socket.end(`\0\xff${sent}`, 'latin1'))
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const sent = 'GET / HTTP/1.1\nUpgrade : x\n\n'
    expect(await connectThrough(egress, `127.0.0.1:${port}`, sent)).toBe(`\0\xff${sent}`)
  })

  test('carry a large request and its response whole', async () => {
    const server = await testServer({ '*': (request, response) => void request.pipe(response) })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const body = 'x'.repeat(3_000_000)
    expect((await fetchThrough(egress, server.url, { method: 'POST', body })).body).toBe(body)
  })

  test('carry what the client sends before the target is reached, and what the server says first', async () => {
    const { port } = await testTcpServer((socket) => {
      socket.write('220 ready ')
      socket.once('data', (sent) => socket.end(sent))
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    expect(await connectThrough(egress, `127.0.0.1:${port}`, 'early')).toBe('220 ready early')
  })

  test('end as the server ends them: in order, or by a reset', async () => {
    const { port } = await testTcpServer((socket) => {
      socket.once('data', (sent) => {
        if (String(sent) === 'end') socket.end('whole')
        else socket.write('part', () => setTimeout(() => socket.resetAndDestroy(), 20))
      })
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    expect(await connectThrough(egress, `127.0.0.1:${port}`, 'end')).toBe('whole')
    await expect(connectThrough(egress, `127.0.0.1:${port}`, 'reset')).rejects.toThrow('ECONNRESET')
  })

  test('to IPv6 addresses are checked by the address', async () => {
    const egress = await testEgress({ policy: allowing('') })
    expect(await connectThrough(egress, '[::1]:443')).toBe('refused')
    expect(await connectThrough(egress, '[::ffff:7f00:1]:80')).toBe('refused')
    expect(egress.denied.map(({ host, reason }) => [host, reason])).toEqual([
      ['[::1]', 'loopback'],
      ['[::ffff:7f00:1]', 'loopback'],
    ])
  })

  test('to an allowed `localhost` resolve without a name server', async () => {
    const server = await testServer(echo)
    const egress = await testEgress({ policy: allowing('localhost') })
    expect((await fetchThrough(egress, `http://localhost:${server.port}/`)).body).toBe('hello')
  })
})

describe('a client that speaks SOCKS 5', () => {
  const greeting = [5, 1, 0]
  const request = (...address: number[]) => Uint8Array.from([...greeting, 5, 1, 0, ...address])

  test('may name an IPv4 or IPv6 address in bytes', async () => {
    const egress = await testEgress({ policy: allowing('') })
    await speakTo(egress, request(1, 10, 0, 0, 5, 0, 80))
    await speakTo(egress, request(4, 0xfd, ...Array(14).fill(0), 1, 1, 187))
    expect(egress.denied).toMatchObject([
      { host: '10.0.0.5', port: 80 },
      { host: '[fd00::1]', port: 443 },
    ])
  })

  test('may send its messages in pieces', async () => {
    const egress = await testEgress({ policy: allowing('') })
    const messages = request(1, 10, 0, 0, 5, 0, 80)
    expect(await speakToInPieces(egress, messages)).toBe('\x05\x00\x05\x01\x00\x01\0\0\0\0\0\0')
  })

  test.each([
    ['HTTP', 'GET http://127.0.0.1/ HTTP/1.1\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['SOCKS 4', '\x04\x01\x00\x50\x7f\x00\x00\x01\x00'],
    ['SOCKS 5 without methods', '\x05\x00\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x50'],
    ['SOCKS 5 with a password only', '\x05\x01\x02'],
    ['SOCKS 5 to listen', '\x05\x01\x00\x05\x02\x00\x01\x7f\x00\x00\x01\x00\x50'],
    ['SOCKS 5 to port 0', '\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01\x00\x00'],
    ['SOCKS 5 to no name', '\x05\x01\x00\x05\x01\x00\x03\x00\x00\x50'],
    ['SOCKS 5 to a name with a path', '\x05\x01\x00\x05\x01\x00\x03\x03a/b\x00\x50'],
    ['SOCKS 5 to a name with credentials', '\x05\x01\x00\x05\x01\x00\x03\x03a@b\x00\x50'],
    ['SOCKS 5 to a name with a port', '\x05\x01\x00\x05\x01\x00\x03\x03a:1\x00\x50'],
  ])('and no other protocol: %s is closed without a connection', async (_name, text) => {
    let resolved = 0
    const egress = await testEgress({
      policy: allowing('0.0.0.0/0, ::/0'),
      resolve: async () => {
        resolved++
        return ['127.0.0.1']
      },
    })
    const heard = await speakTo(egress, Buffer.from(text, 'latin1'))
    expect(['', '\x05\x00']).toContain(heard)
    expect([resolved, egress.denied]).toEqual([0, []])
  })

  test.each([
    ['its greeting', greeting.slice(0, 2)],
    ['its request', [...request(1, 10, 0)]],
  ])('and ends within %s harms nothing', async (_name, bytes) => {
    const egress = await testEgress({ policy: allowing('') })
    await endAfter(egress, Uint8Array.from(bytes))
    expect(await connectThrough(egress, '10.0.0.1:80')).toBe('refused')
  })
})

describe('the reason why a host was not reached', () => {
  test.each([
    ['a name that does not resolve', 'nowhere.test:80', 'nowhere.test', 'host_not_found'],
    ['a name without addresses', 'empty.test:80', 'empty.test', 'host_not_found'],
    ['a closed port', '127.0.0.1:PORT', '127.0.0.1:PORT', 'connection_refused'],
    ['a refused address', '10.0.0.5:80', '10.0.0.5', 'address_blocked'],
  ])('%s', async (_name, authority, host, failure) => {
    const closed = await testServer()
    await closed.close()
    const at = (text: string) => text.replace('PORT', String(closed.port))
    const egress = await testEgress({
      policy: allowing('127.0.0.1'),
      resolve: resolving({ 'empty.test': [] }),
    })
    expect(await connectThrough(egress, at(authority))).toBe('refused')
    expect(egress.failure(at(host))).toBe(failure)
  })

  test('is forgotten after a success', async () => {
    const first = await testServer()
    await first.close()
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    expect(await connectThrough(egress, `127.0.0.1:${first.port}`)).toBe('refused')
    expect(egress.failure('127.0.0.1')).toBe('connection_refused')
    const second = await testServer(echo)
    await fetchThrough(egress, second.url)
    expect(egress.failure('127.0.0.1')).toBeUndefined()
  })
})
