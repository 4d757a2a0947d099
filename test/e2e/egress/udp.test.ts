import { createSocket } from 'node:dgram'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { allowing, testServer } from '../../support/render/egress-client.ts'
import { renderBehind } from '../../support/render/egress-render.ts'
import { type Canary, startCanary } from '../../support/sites/canary.ts'
import { page } from '../../support/sites/fixture-server.ts'

let canary: Canary

beforeEach(async () => {
  canary = await startCanary(onTestFinished)
})

test('the canary detects a datagram', async () => {
  const socket = createSocket('udp4')
  socket.send('x', canary.port, '127.0.0.1')
  await expect.poll(canary.datagrams).toBe(1)
  socket.close()
})

/** Runs in the page: gathers candidates by every server and tells which kinds there are. */
const gather = async (authorities: string[]) => {
  const kinds: string[] = []
  await Promise.all(
    authorities.flatMap((authority) =>
      [`stun:${authority}`, `turn:${authority}?transport=udp`, `turn:${authority}?transport=tcp`].map(
        async (urls) => {
          const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'u', credential: 'p' }] })
          connection.onicecandidate = ({ candidate }) =>
            candidate && kinds.push(`${candidate.type} ${candidate.protocol}`)
          connection.createDataChannel('x')
          await connection.setLocalDescription(await connection.createOffer())
          await new Promise<void>((resolve) => {
            const check = () => connection.iceGatheringState === 'complete' && resolve()
            connection.onicegatheringstatechange = check
            check()
          })
          connection.close()
        },
      ),
    ),
  )
  return kinds
}

test('WebRTC sends no datagram, learns no address and opens no connection', async () => {
  const site = await testServer({ '/': page('<p>site') })
  const options = { policy: allowing(`127.0.0.1:${site.port}`), resolve: async () => ['127.0.0.1'] }
  await renderBehind(options, async ({ page: tab }) => {
    await tab.goto(site.url)
    const authorities = ['127.0.0.1', '[::1]', 'localhost', 'stun.test'].map(
      (name) => `${name}:${canary.port}`,
    )
    expect(await tab.evaluate(gather, authorities)).toEqual([])
  })
  expect(canary.datagrams()).toBe(0)
  expect(canary.connections()).toBe(0)
})

test('WebTransport and QUIC send no datagram', async () => {
  const alternative = { 'alt-svc': `h3=":${canary.port}"; ma=3600` }
  const site = await testServer({ '*': page('<p>site', alternative) })
  await renderBehind({ policy: allowing(`127.0.0.1:${site.port}`) }, async ({ page: tab }) => {
    await tab.goto(site.url)
    const attempt = `new WebTransport('https://127.0.0.1:${canary.port}/').ready.then(() => 'open', () => 'failed')`
    expect(await tab.evaluate(attempt)).toBe('failed')
    await tab.goto(`${site.url}/again`)
  })
  expect(canary.datagrams()).toBe(0)
  expect(canary.connections()).toBe(0)
})
