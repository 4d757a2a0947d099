import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  allowing,
  connectThrough,
  fetchThrough,
  resolving,
  testEgress,
  testEndlessServer,
  testServer,
  testTcpServer,
} from '../../support/render/egress-client.ts'
import { page } from '../../support/sites/fixture-server.ts'

describe('names are checked by every address they resolve to', () => {
  test.each([
    ['a private address', 'private', ['10.0.0.5']],
    ['loopback', 'loopback', ['127.0.0.1']],
    ['IPv6 loopback', 'loopback', ['::1']],
    ['mapped loopback', 'loopback', ['::ffff:127.0.0.1']],
    ['a public address and loopback', 'loopback', ['93.184.216.34', '127.0.0.1']],
    ['a private IPv6 and a public IPv4', 'private', ['93.184.216.34', 'fd00::1']],
  ])('%s is refused without a connection', async (_name, reason, addresses) => {
    const canary = await testServer()
    const egress = await testEgress({ policy: allowing(''), resolve: resolving({ 'a.test': addresses }) })
    expect(await connectThrough(egress, `a.test:${canary.port}`)).toBe('refused')
    expect(egress.denied).toEqual([{ host: 'a.test', port: canary.port, reason }])
    expect(egress.failure('a.test')).toBe('address_blocked')
    expect(canary.connections()).toBe(0)
  })

  test('a name that changes its address keeps the first one for the whole render', async () => {
    const site = await testServer({ '*': page('site') })
    const canary = await testServer({ '*': page('canary') })
    let questions = 0
    const egress = await testEgress({
      policy: allowing(`127.0.0.1:${site.port}`),
      resolve: async () => [questions++ === 0 ? '127.0.0.1' : '127.0.0.2'],
    })
    for (let count = 0; count < 3; count++) {
      expect((await fetchThrough(egress, `http://rebind.test:${site.port}/`)).body).toBe('site')
      await connectThrough(egress, `rebind.test:${canary.port}`)
    }
    expect(questions).toBe(1)
    expect(canary.connections()).toBe(0)
  })

  test('concurrent requests for a name resolve it once', async () => {
    let questions = 0
    const egress = await testEgress({
      policy: allowing(''),
      resolve: async () => {
        questions++
        return ['10.0.0.1']
      },
    })
    await Promise.all(Array.from({ length: 20 }, () => connectThrough(egress, 'a.test:80')))
    expect(questions).toBe(1)
  })
})

test('every refusal has the same reply, whether or not anything listens there', async () => {
  const open = await testServer()
  const own = await testServer()
  const egress = await testEgress({
    policy: allowing(`127.0.0.1:${own.port}`, [`127.0.0.1:${own.port}`]),
    resolve: resolving({ 'internal.test': ['10.0.0.5'] }),
  })
  const hosts = [
    `127.0.0.1:${open.port}`,
    '127.0.0.1:1',
    '10.0.0.5:80',
    '169.254.169.254:80',
    'internal.test:80',
    'localhost:80',
    'printer.local:80',
    'public.example:22',
    `127.0.0.1:${own.port}`,
    new URL(egress.url).host,
  ]
  expect(await Promise.all(hosts.map((host) => connectThrough(egress, host)))).toEqual(
    hosts.map(() => 'refused'),
  )
  expect(egress.denied).toHaveLength(hosts.length)
  expect(open.connections() + own.connections()).toBe(0)
})

test('the failure of the latest host is known after thousands of others', async () => {
  const egress = await testEgress({ policy: allowing('') })
  await connectThrough(egress, '10.0.0.1:443')
  for (let block = 0; block < 12; block++) {
    const asks = Array.from({ length: 100 }, (_, index) =>
      connectThrough(egress, `10.1.${block}.${index}:80`),
    )
    await Promise.all(asks)
  }
  expect(egress.failure('10.1.11.99')).toBe('address_blocked')
  expect(egress.failure('10.0.0.1')).toBeUndefined()
  expect(egress.denied).toHaveLength(1000)
})

test('an invalid service host prevents the start', async () => {
  await expect(testEgress({ policy: allowing('', ['http://a.test/']) })).rejects.toThrow('"http://a.test/"')
})

describe('limits', () => {
  test('an endless body is cut off at the byte budget', async () => {
    const { port } = await testEndlessServer()
    const egress = await testEgress({
      policy: allowing('127.0.0.1'),
      limits: { bytesReceivedMax: 1_000_000 },
    })
    expect((await connectThrough(egress, `127.0.0.1:${port}`, 'go')).length).toBeLessThan(1_200_000)
    expect(egress.overBudget).toBe(true)
    expect(await connectThrough(egress, `127.0.0.1:${port}`)).toBe('refused')
    expect(egress.failure(`127.0.0.1:${port}`)).toBe('over_budget')
  })

  test('no more connections than the cap are opened', async () => {
    const opened: Socket[] = []
    const { port } = await testTcpServer((socket) => void opened.push(socket))
    const egress = await testEgress({ policy: allowing('127.0.0.1'), limits: { connectionsMax: 5 } })
    let ended = 0
    const connections = Array.from({ length: 12 }, async () => {
      const heard = await connectThrough(egress, `127.0.0.1:${port}`).catch(() => '')
      ended++
      return heard
    })
    await expect.poll(() => [opened.length, ended]).toEqual([5, 7])
    for (const socket of opened) socket.end('x')
    const heard = await Promise.all(connections)
    expect(heard.filter((text) => text === 'x')).toHaveLength(5)
    expect(opened).toHaveLength(5)
  })
})

describe('sites inside the process', () => {
  const sites = new Map([
    [
      'demo.test',
      ({ method, url }: { method: string; url: string }) => ({
        status: 200,
        headers: { 'content-type': 'text/plain' },
        body: `${method} ${url}`,
      }),
    ],
    [
      'broken.test',
      () => {
        throw new Error('private detail')
      },
    ],
  ])

  test('return without a connection and without the upstream proxy', async () => {
    const upstream = { protocol: 'http', host: '127.0.0.1', port: 9 } as const
    for (const options of [{}, { upstream }]) {
      const egress = await testEgress({ policy: allowing(''), sites, ...options })
      expect(await fetchThrough(egress, 'http://demo.test/a?b')).toMatchObject({
        status: 200,
        body: 'GET http://demo.test/a?b',
      })
      expect(egress.failure('demo.test')).toBeUndefined()
    }
  })

  test('exist on port 80 and without TLS only', async () => {
    const egress = await testEgress({ policy: allowing(''), sites, resolve: resolving({}) })
    expect(await connectThrough(egress, 'demo.test:8080')).toBe('refused')
    expect(await connectThrough(egress, 'demo.test:443')).toBe('refused')
  })

  test('that fail reveal nothing', async () => {
    const egress = await testEgress({ policy: allowing(''), sites })
    expect(await connectThrough(egress, 'broken.test:80', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('')
    expect(egress.failure('broken.test')).toBe('site_failed')
  })
})

describe('disposing', () => {
  test('closes every connection immediately and stops listening', async () => {
    let open = 0
    const { port } = await testTcpServer((socket) => {
      open++
      socket.on('close', () => open--)
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx'))
    })
    const egress = await testEgress({ policy: allowing('127.0.0.1') })
    const hanging = [
      fetchThrough(egress, `http://127.0.0.1:${port}/`).catch(() => 'closed'),
      connectThrough(egress, `127.0.0.1:${port}`, 'x').then(() => 'closed'),
    ]
    await expect.poll(() => open).toBe(2)
    await egress[Symbol.asyncDispose]()
    expect(await Promise.all(hanging)).toEqual(['closed', 'closed'])
    await expect.poll(() => open).toBe(0)
    await expect(fetchThrough(egress, `http://127.0.0.1:${port}/`)).rejects.toThrow('ECONNREFUSED')
  })

  test('a name that resolves afterwards is not dialled', async () => {
    const server = await testServer()
    const resolved = Promise.withResolvers<string[]>()
    const asked = Promise.withResolvers<void>()
    const egress = await testEgress({
      policy: allowing('127.0.0.1'),
      resolve: () => {
        asked.resolve()
        return resolved.promise
      },
    })
    const asking = fetchThrough(egress, `http://slow.test:${server.port}/`).catch(() => 'closed')
    await asked.promise
    await egress[Symbol.asyncDispose]()
    resolved.resolve(['127.0.0.1'])
    expect(await asking).toBe('closed')
    expect(server.connections()).toBe(0)
  })

  test('leaves no open handle', async () => {
    const server = await testServer({ '*': page('x') })
    const resources = () => process.getActiveResourcesInfo().filter((name) => /TCP|DNS/.test(name)).length
    const before = resources()
    for (let count = 0; count < 20; count++) {
      const egress = await testEgress({ policy: allowing('127.0.0.1') })
      await fetchThrough(egress, server.url)
      await egress[Symbol.asyncDispose]()
    }
    await expect.poll(resources).toBeLessThanOrEqual(before)
  })
})
