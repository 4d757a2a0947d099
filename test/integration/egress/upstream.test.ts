import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  allowing,
  connectThrough,
  fetchThrough,
  resolving,
  testEgress,
  testServer,
  testTcpServer,
} from '../../support/render/egress-client.ts'
import { page } from '../../support/sites/fixture-server.ts'
import { proxyCertificate, testUpstream } from '../../support/sites/upstream-proxy.ts'

const authorities = getCACertificates('default')
beforeAll(() => setDefaultCACertificates([...authorities, proxyCertificate()]))
afterAll(() => setDefaultCACertificates(authorities))

const credentials = { username: 'user', password: 'p@ss:wörd' }
const pair = `${credentials.username}:${credentials.password}`
const closing = 'GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

describe.each(['http', 'https'] as const)('through an %s proxy', (protocol) => {
  test('requests and tunnels arrive, names are left for the proxy to resolve', async () => {
    const site = await testServer({ '*': page('site') })
    const proxy = await testUpstream({ protocol, credentials: pair, target: site.port })
    const egress = await testEgress({
      policy: allowing(`127.0.0.1:${proxy.port}`),
      upstream: { ...proxy.upstream, credentials },
      resolve: resolving({}),
    })
    expect(await fetchThrough(egress, 'http://site.test/a?b')).toMatchObject({ status: 200, body: 'site' })
    expect(await connectThrough(egress, 'site.test:443', closing)).toContain('site')
    expect(proxy.lines).toEqual(['GET http://site.test/a?b', 'CONNECT site.test:443'])
    expect(site.requests).toHaveLength(2)
    for (const { headers } of site.requests) expect(headers).not.toHaveProperty('proxy-connection')
  })

  test('rejected credentials are a proxy failure, and the challenge is not forwarded', async () => {
    const proxy = await testUpstream({ protocol, credentials: pair })
    const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream: proxy.upstream })
    expect(await connectThrough(egress, 'site.test:80', closing)).toBe('')
    expect(egress.failure('site.test')).toBe('proxy_unauthorized')
    expect(await connectThrough(egress, 'other.test:443')).toBe('refused')
    expect(egress.failure('other.test')).toBe('proxy_unauthorized')
  })

  test('a target that is not allowed never reaches the proxy', async () => {
    const proxy = await testUpstream({ protocol })
    const egress = await testEgress({ policy: allowing(`127.0.0.1:${proxy.port}`), upstream: proxy.upstream })
    for (const host of [
      '127.0.0.1',
      '10.0.0.5',
      '[::1]',
      '2130706433',
      'localhost',
      'db.internal',
      'router',
      'printer.lan',
      'a.home.arpa',
      'kubernetes.default.svc',
      'localhost.localdomain',
      'localtest.me',
      '127.0.0.1.nip.io',
      '10-0-0-5.sslip.io',
    ]) {
      expect(await connectThrough(egress, `${host}:80`)).toBe('refused')
      expect(await connectThrough(egress, `${host}:443`)).toBe('refused')
    }
    expect(await connectThrough(egress, 'site.test:25')).toBe('refused')
    expect(proxy.connections()).toBe(0)
  })

  test('a proxy at a refused address is not connected to', async () => {
    const proxy = await testUpstream({ protocol })
    const named = { ...proxy.upstream, host: 'proxy.test' }
    for (const upstream of [proxy.upstream, named]) {
      const resolve = resolving({ 'proxy.test': ['127.0.0.1'] })
      const egress = await testEgress({ policy: allowing(''), upstream, resolve })
      expect(await connectThrough(egress, 'other.test:80', closing)).toBe('')
      expect(egress.failure('other.test')).toBe('proxy_blocked')
      expect(await connectThrough(egress, 'site.test:443')).toBe('refused')
      expect(egress.failure('site.test')).toBe('proxy_blocked')
    }
    expect(proxy.connections()).toBe(0)
  })
})

test.each([403, 502, 504])('a proxy that returns %i to a tunnel has failed', async (refusal) => {
  const proxy = await testUpstream({ refusal })
  const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream: proxy.upstream })
  await connectThrough(egress, 'site.test:443')
  expect(egress.failure('site.test')).toBe('proxy_failed')
})

test('a proxy whose name does not resolve, or whose port is closed, has failed', async () => {
  const closed = await testServer()
  await closed.close()
  for (const upstream of [
    { protocol: 'http', host: 'nowhere.test', port: 3128 },
    { protocol: 'https', host: '127.0.0.1', port: closed.port },
  ] as const) {
    const egress = await testEgress({ policy: allowing('127.0.0.1'), upstream, resolve: resolving({}) })
    expect(await connectThrough(egress, 'site.test:80', closing)).toBe('')
    expect(egress.failure('site.test')).toBe('proxy_failed')
  }
})

test.each(['http', 'https'] as const)('an %s proxy that never responds fails in time', async (protocol) => {
  const { port } = await testTcpServer(() => {})
  const egress = await testEgress({
    policy: allowing('127.0.0.1'),
    upstream: { protocol, host: '127.0.0.1', port },
    limits: { connectMs: 100 },
  })
  expect(await connectThrough(egress, 'site.test:443')).toBe('refused')
  expect(egress.failure('site.test')).toBe('proxy_failed')
})

test('an https proxy receives the name of its host', async () => {
  const site = await testServer({ '*': page('site') })
  const proxy = await testUpstream({ protocol: 'https', target: site.port })
  const egress = await testEgress({
    policy: allowing('proxy.test'),
    upstream: { ...proxy.upstream, host: 'proxy.test' },
    resolve: resolving({ 'proxy.test': ['127.0.0.1'] }),
  })
  expect(await connectThrough(egress, 'site.test:443', closing)).toContain('site')
  expect(proxy.serverNames).toEqual(['proxy.test'])
})

test("an https proxy with another host's certificate has failed", async () => {
  const proxy = await testUpstream({ protocol: 'https' })
  const egress = await testEgress({
    policy: allowing('127.0.0.1'),
    upstream: { ...proxy.upstream, host: 'wrong.test' },
    resolve: resolving({ 'wrong.test': ['127.0.0.1'] }),
  })
  expect(await connectThrough(egress, 'site.test:443')).toBe('refused')
  expect(egress.failure('site.test')).toBe('proxy_failed')
  expect(proxy.lines).toEqual([])
})

describe('through an exit of this service', () => {
  const start = async (addresses: Record<string, string[]>, allow = '') => {
    const site = await testServer({ '*': page('site') })
    const proxy = await testUpstream({ credentials: pair, target: site.port })
    const egress = await testEgress({
      policy: allowing(`127.0.0.1:${proxy.port},${allow}`),
      upstream: { ...proxy.upstream, credentials, isOwn: true },
      resolve: resolving(addresses),
    })
    return { site, proxy, egress }
  }

  test('the exit proxy receives the checked IP address, and the site its name', async () => {
    const { site, proxy, egress } = await start({ 'site.test': ['2606:4700::1111', '93.184.216.34'] })
    expect(await fetchThrough(egress, 'http://site.test/a?b')).toMatchObject({ status: 200, body: 'site' })
    expect(await connectThrough(egress, 'site.test:443', closing)).toContain('site')
    expect(proxy.lines).toEqual(['CONNECT 93.184.216.34:80', 'CONNECT 93.184.216.34:443'])
    expect(site.requests[0]?.headers.host).toBe('site.test')
    for (const { headers } of site.requests) expect(headers).not.toHaveProperty('proxy-authorization')
  })

  test('a host with IPv6 only is requested in brackets', async () => {
    const { proxy, egress } = await start({ 'six.test': ['2606:4700::1111'] })
    await connectThrough(egress, 'six.test:443', closing)
    expect(proxy.lines).toEqual(['CONNECT [2606:4700::1111]:443'])
  })

  test.each([
    ['instance metadata', ['169.254.169.254']],
    ['loopback', ['127.0.0.1']],
    ['a private network', ['10.0.0.5']],
    ['a private network among others', ['93.184.216.34', '192.168.0.1']],
    ['a platform address', ['168.63.129.16']],
  ])('a name that resolves to %s never reaches the exit', async (_, addresses) => {
    const { proxy, egress } = await start({ 'inside.test': addresses })
    expect(await connectThrough(egress, 'inside.test:80')).toBe('refused')
    expect(await connectThrough(egress, 'inside.test:443')).toBe('refused')
    expect(egress.failure('inside.test')).toBe('address_blocked')
    expect(proxy.lines).toEqual([])
  })

  test('a name that does not resolve never reaches the exit', async () => {
    const { proxy, egress } = await start({})
    expect(await connectThrough(egress, 'nowhere.test:80')).toBe('refused')
    expect(egress.failure('nowhere.test')).toBe('host_not_found')
    expect(proxy.lines).toEqual([])
  })
})
