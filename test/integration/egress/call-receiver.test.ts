import { Readable } from 'node:stream'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeResponse } from '../../../lib/core/requests/receiver-response.ts'
import { createWebhookMessage } from '../../../lib/core/requests/webhook-message.ts'
import {
  type CallReceiverOptions,
  connectMsMax,
  createCallReceiver,
  responseMsMax,
} from '../../../lib/egress/call-receiver.ts'
import { webhooks } from '../../../lib/schema/openapi-webhook.ts'
import { allowing, loopbackSpellings, resolving, testTcpServer } from '../../support/render/egress-client.ts'
import { proxyCertificate } from '../../support/sites/upstream-proxy.ts'
import {
  type Behaviour,
  breakingOff,
  closingEarly,
  dripping,
  redirectingToItself,
  responding,
  respondingBytes,
  silent,
  startWebhookReceiver,
} from '../../support/sites/webhook-receiver.ts'

const message = createWebhookMessage({
  payload: { id: 'a-request', file: 'https://cache.test/ü.jpg', expires: 2, created: 1 },
  attempt: 1,
  timestamp: 1,
  secretKey: 'secret',
  externalId: undefined,
})

const testReceiver = async (...settings: Parameters<typeof startWebhookReceiver>) => {
  const receiver = await startWebhookReceiver(...settings)
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  return receiver
}

const post = (url: string, options: Partial<CallReceiverOptions> = {}) =>
  createCallReceiver({ policy: allowing('127.0.0.1'), ...options })(url, message)

const responseOf = async (behaviour: Behaviour, options: Partial<CallReceiverOptions> = {}) => {
  const receiver = await testReceiver(behaviour)
  return { receiver, response: await post(`${receiver.url}/hook`, options) }
}

test.each([
  [
    '<Error><Code>AuthorizationHeaderMalformed</Code><Message>x</Message><Region>eu-central-1</Region></Error>',
    '',
    { code: 'AuthorizationHeaderMalformed', region: 'eu-central-1' },
  ],
  [
    '<Error><Code>PermanentRedirect</Code></Error>',
    'eu-west-1',
    { code: 'PermanentRedirect', region: 'eu-west-1' },
  ],
  ['<Error><Code>No such</Code><Region>&lt;script&gt;</Region></Error>', 'not a region', {}],
])(
  'of an error of a storage, only its names are kept: %s, with the region %j in a header',
  async (body, region, named) => {
    const receiver = await testReceiver((response) => {
      response.writeHead(400, { 'x-amz-bucket-region': region }).end(body)
    })
    const file = { headers: {}, body: Readable.from(['abc']), bytes: 3 }
    const call = createCallReceiver({ policy: allowing('127.0.0.1') })
    expect(await call(receiver.url, file)).toEqual({ status: 400, retryAfter: undefined, ...named })
  },
)

test('the exact bytes and headers arrive over a separate connection', async () => {
  const receiver = await testReceiver()
  const url = `http://us%65r:p%C3%A4ss@127.0.0.1:${receiver.port}/hook?a=%20b&c`
  expect(await post(url)).toEqual({ status: 200, retryAfter: undefined })
  const [delivery] = receiver.deliveries
  expect(delivery).toMatchObject({ method: 'POST', path: '/hook?a=%20b&c', body: message.body })
  const sent = Object.entries(message.headers).map(([name, value]) => [name.toLowerCase(), value])
  expect(delivery?.headers).toEqual({
    ...Object.fromEntries(sent),
    host: `127.0.0.1:${receiver.port}`,
    authorization: `Basic ${Buffer.from('user:päss').toString('base64')}`,
    'content-length': String(message.body.length),
    connection: 'close',
  })
})

test.each([200, 204, 302, 404, 410, 500, 503])('%i is returned', async (status) => {
  const { response } = await responseOf(responding(status, { 'retry-after': '7' }))
  expect(response).toEqual({ status, retryAfter: '7' })
})

test('a redirect is not followed', async () => {
  const { response, receiver } = await responseOf(redirectingToItself)
  expect(response).toMatchObject({ status: 307 })
  expect(receiver.connections()).toBe(1)
})

test('a proxy of the environment is not used', async () => {
  const proxy = await testReceiver()
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
    process.env[name] = name.startsWith('NODE') ? '1' : proxy.url
    onTestFinished(() => void delete process.env[name])
  }
  const { response, receiver } = await responseOf(responding(200))
  expect(response).toMatchObject({ status: 200 })
  expect([receiver.connections(), proxy.connections()]).toEqual([1, 0])
})

describe('a receiver that', () => {
  test('is down', async () => {
    const receiver = await testReceiver()
    await receiver.stop()
    expect(await post(receiver.url)).toEqual({ failure: 'connection_refused' })
  })

  test('never responds', async () => {
    const { response, receiver } = await responseOf(silent, { responseMs: 300 })
    expect(response).toEqual({ failure: 'timeout' })
    expect(receiver.deliveries).toHaveLength(1)
  })

  test('sends the head of its response a byte at a time', async () => {
    const { port } = await testTcpServer((socket) => {
      const timer = setInterval(() => socket.write('H'), 20)
      socket.once('close', () => clearInterval(timer))
      socket.write('HTTP/1.1 200 OK\r\nX: ')
    })
    expect(await post(`http://127.0.0.1:${port}`, { responseMs: 300 })).toEqual({ failure: 'timeout' })
  })

  test('accepts the connection but never completes the TLS handshake', async () => {
    const { port } = await testTcpServer(() => {})
    expect(await post(`https://127.0.0.1:${port}`, { connectMs: 300 })).toEqual({
      failure: 'connect_timeout',
    })
  })

  test('has a name server that never responds', async () => {
    const resolve = () => new Promise<never>(() => {})
    expect(await post('https://a.test/', { connectMs: 300, resolve })).toEqual({ failure: 'connect_timeout' })
  })

  test('takes longer to respond than to connect is not ended by the connect timeout', async () => {
    const slow: Behaviour = (response) => void setTimeout(() => response.writeHead(204).end(), 800)
    const { response } = await responseOf(slow, { connectMs: 500, responseMs: 5_000 })
    expect(response).toMatchObject({ status: 204 })
  })

  test('closes the connection without a response', async () => {
    expect((await responseOf(closingEarly)).response).toEqual({ failure: 'connection_failed' })
  })

  test.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH_9\r\n'],
    ['has endless headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('returns a response that %s', async (_, text) => {
    const { port } = await testTcpServer((socket) => void socket.write(text))
    expect(await post(`http://127.0.0.1:${port}`)).toEqual({ failure: 'connection_failed' })
  })

  test.each([
    ['breaks off in the body', breakingOff],
    ['sends 10 MB', respondingBytes(10_000_000)],
    ['sends without end', dripping],
  ])('acknowledges and then %s has acknowledged, and is disconnected', async (_, behaviour) => {
    const { response, receiver } = await responseOf(behaviour)
    expect(response).toMatchObject({ status: 200 })
    await receiver.stop()
    expect(receiver.connections()).toBe(1)
  })

  test('acknowledges just before the deadline is not late because of its body', async () => {
    const { response } = await responseOf(dripping, { responseMs: 500 })
    expect(response).toMatchObject({ status: 200 })
  })
})

describe('TLS', () => {
  test('a self-signed certificate is refused, and nothing is sent', async () => {
    const receiver = await testReceiver(undefined, { tls: true })
    expect(await post(`https://127.0.0.1:${receiver.port}`)).toEqual({ failure: 'tls_error' })
    expect(receiver.deliveries).toEqual([])
  })

  test('even if the environment turns verification off', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    onTestFinished(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
    const receiver = await testReceiver(undefined, { tls: true })
    expect(await post(`https://127.0.0.1:${receiver.port}`)).toEqual({ failure: 'tls_error' })
  })

  describe('with a certificate that is trusted', () => {
    const trusting = async () => {
      const before = getCACertificates('default')
      setDefaultCACertificates([...before, proxyCertificate()])
      onTestFinished(() => setDefaultCACertificates(before))
      return testReceiver(undefined, { tls: true })
    }
    const named = { policy: allowing('proxy.test,other.test'), resolve: async () => ['127.0.0.1'] }

    test('the handshake contains the name', async () => {
      const receiver = await trusting()
      expect(await post(`https://proxy.test:${receiver.port}`, named)).toMatchObject({ status: 200 })
      expect(receiver.deliveries[0]?.serverName).toBe('proxy.test')
    })

    test('an IP address is reached without a name', async () => {
      const receiver = await trusting()
      expect(await post(`https://127.0.0.1:${receiver.port}`)).toMatchObject({ status: 200 })
      expect(receiver.deliveries[0]?.serverName).toBe(false)
    })

    test("another host's certificate is refused", async () => {
      const receiver = await trusting()
      expect(await post(`https://other.test:${receiver.port}`, named)).toEqual({ failure: 'tls_error' })
      expect(receiver.deliveries).toEqual([])
    })
  })
})

test.each([
  ['connect_timeout', connectMsMax],
  ['timeout', responseMsMax],
] as const)('the error for %s, and the documentation, state the limit', (failure, limitMs) => {
  const words = `within ${limitMs / 1000} seconds`
  expect(describeResponse({ failure })).toContain(words)
  expect(JSON.stringify(webhooks)).toContain(words)
})

describe('a URL that is not allowed', () => {
  test.each([
    ...loopbackSpellings,
    '10.0.0.1',
    '169.254.169.254',
    'printer.local',
    'db.internal',
    'intranet',
  ])('as %s: no connection', async (host) => {
    const receiver = await testReceiver()
    expect(await post(`http://${host}:${receiver.port}`, { policy: allowing('') })).toEqual({
      failure: 'address_blocked',
    })
    expect(receiver.connections()).toBe(0)
  })

  test.each([
    ['loopback', ['127.0.0.1']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
  ])('as a name that resolves to %s: no connection', async (_, addresses) => {
    const receiver = await testReceiver()
    const resolve = resolving({ 'a.test': addresses })
    expect(await post(`http://a.test:${receiver.port}`, { policy: allowing(''), resolve })).toEqual({
      failure: 'address_blocked',
    })
    expect(receiver.connections()).toBe(0)
  })

  test('as a name that was allowed at the previous attempt', async () => {
    const receiver = await testReceiver()
    const policy = allowing(`127.0.0.1:${receiver.port}`)
    const at = (address: string) => ({ policy, resolve: resolving({ 'a.test': [address] }) })
    const url = `http://a.test:${receiver.port}`
    expect(await post(url, at('127.0.0.1'))).toMatchObject({ status: 200 })
    expect(await post(url, at('127.0.0.2'))).toEqual({ failure: 'address_blocked' })
    expect(receiver.connections()).toBe(1)
  })

  test('as the service itself, even if an allowance covers it', async () => {
    const receiver = await testReceiver()
    const policy = allowing('127.0.0.1', [`localhost:${receiver.port}`])
    expect(await post(receiver.url, { policy })).toEqual({ failure: 'address_blocked' })
    expect(receiver.connections()).toBe(0)
  })

  test('an unresolvable name has its own failure code', async () => {
    expect(await post('https://a.test', { resolve: resolving({}) })).toEqual({ failure: 'host_not_found' })
  })
})
