import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FunctionEntry, functions } from '../../../infra/functions.ts'
import { respondToFault } from '../../../local/gateway-faults.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { noise } from '../../../scripts/smoke/aws-checks.ts'
import { type Ground, startGround } from '../../support/lambda/start-ground.ts'

/*
 * A network like Lambda's: what a stopped environment does not see, and how fast it sends. Only in the long form, `npm run test:lambda`.
 */

const isLong = process.env['LAMBDA'] === 'long'
const screenshot = functions.find(({ name }) => name === 'screenshot') as FunctionEntry

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html */
const streamRate = { burstBytes: 6_000_000, bytesPerSecond: 2_000_000 }

/** Forwards connections to a port, and can lose those that are open as a firewall does: nothing arrives, and nothing closes them. */
const startLossyProxy = async (port: number) => {
  const open = new Set<Socket[]>()
  const server = createServer((client) => {
    const service = connect(port, '127.0.0.1')
    const sockets = [client, service]
    open.add(sockets)
    client.pipe(service).pipe(client)
    for (const socket of sockets) socket.on('error', () => {}).on('close', () => open.delete(sockets))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const lost: Socket[] = []
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @returns how many connections are lost */
    loseConnections() {
      const count = open.size
      for (const sockets of open) {
        for (const socket of sockets) socket.unpipe().removeAllListeners('data').resume()
        lost.push(...sockets)
      }
      open.clear()
      return count
    },
    async close() {
      for (const socket of [...lost, ...[...open].flat()]) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe.runIf(isLong)(
  'the screenshot function',
  () => {
    let ground: Ground
    let proxy: Awaited<ReturnType<typeof startLossyProxy>>
    let post: (options: object) => Promise<{ response: Response; body: Buffer }>

    beforeAll(async () => {
      ground = await startGround([screenshot], {})
      const { accessKey } = await ground.createAccount()
      proxy = await startLossyProxy(Number(new URL(ground.aws.url).port))
      ground.onClose(() => proxy.close())
      // With one environment, the event after the loss cannot start another one.
      const { lambda } = ground.start(screenshot, 'EPERM', { awsUrl: proxy.url, streamRate, concurrency: 1 })
      const gateway = createGateway({
        lambda,
        routes: [{ path: '/v1/screenshot', functionName: screenshot.name }],
        respondToFault,
      })
      ground.onClose(() => gateway.close())
      const url = `${await gateway.listen()}/v1/screenshot`
      post = async (options) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
          body: JSON.stringify({ format: 'png', ...options }),
        })
        const body = Buffer.from(await response.arrayBuffer())
        return { response, body }
      }
    }, 240_000)

    afterAll(() => ground.close())

    test('sends a result above 16 MB complete at 2 MB/s after the first 6 MB', async () => {
      const { response, body } = await post({
        html: noise,
        viewport_width: 2500,
        viewport_height: 2500,
      })
      expect(response.status, body.toString('utf8', 0, 300)).toBe(200)
      expect(body.length).toBeGreaterThan(16_000_000)
      // The last chunk of a PNG, without its checksum.
      expect(body.toString('latin1', body.length - 8, body.length - 4)).toBe('IEND')
    })

    // A connection that is not noticed as lost would take the whole timeout of the function, and then there is no image.
    test.each([
      ['without a cache', {}],
      ['with the cache', { cache: true, cache_ttl: 60 }],
    ])('%s: renders after all its connections were lost while it was stopped', async (_, options) => {
      const size = { viewport_width: 200, viewport_height: 100 }
      for (const html of ['<p>1', '<p>2'])
        expect((await post({ ...size, ...options, html })).response.status).toBe(200)
      expect(proxy.loseConnections()).toBeGreaterThan(0)
      const { response, body } = await post({ ...size, ...options, html: '<p>3' })
      expect(response.status, body.toString('utf8', 0, 300)).toBe(200)
    })
  },
  120_000,
)
