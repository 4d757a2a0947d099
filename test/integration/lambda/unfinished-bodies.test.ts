import { EventEmitter, once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { createReadBody } from '../../../local/lambda/gateway/read-body.ts'
import { liveHeapBytes } from '../../support/render/live-heap.ts'
import { nameFault, startLambda } from './support.ts'

const lambda = startLambda([{ name: 'echo', file: 'streaming.ts', exportName: 'echo', timeoutMs: 10_000 }])
const kilobytes = 1024
const startGateway = async (bodyMs: number) => {
  const gateway = createGateway({
    lambda,
    respondToFault: nameFault,
    log: () => {},
    routes: [{ path: '/echo', functionName: 'echo' }],
    limits: { bodyBytesMax: 100 * kilobytes, unfinishedBytesMax: 250 * kilobytes, bodyMs },
  })
  const port = Number(new URL(await gateway.listen()).port)
  afterAll(() => gateway.close())
  return port
}
const impatient = await startGateway(1_000)
const patient = await startGateway(60_000)
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Sends a head and a part of its body, and collects what comes back. */
const open = async (head: string, part: string | Buffer = '', port = impatient) => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${head}\r\nHost: a\r\n`)
  socket.write(part)
  return { socket, received: () => received }
}

const post = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nContent-Length: ${length}`
const body = (bytes: number) => Buffer.concat([Buffer.from('\r\n'), Buffer.alloc(bytes, 97)])

test('a length over the limit is refused before the body arrives', async () => {
  const { received } = await open(post('/echo', 100 * kilobytes + 1), '\r\na')
  await expect.poll(received).toContain('REQUEST_TOO_LARGE')
})

test.each([
  ['a known length', post('/echo', 1_000), '\r\nabc'],
  ['chunks', 'POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked', '\r\n3\r\nabc\r\n'],
  [
    'chunks over the limit',
    'POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked',
    `\r\n30d40\r\n${'a'.repeat(200_000)}\r\n`,
  ],
])(
  'a body of %s that does not end is refused in time, and its connection closed',
  async (_kind, head, part) => {
    const { socket, received } = await open(head, part)
    await expect.poll(received).toContain('BODY_TIMEOUT')
    if (!socket.closed) await once(socket, 'close')
  },
)

test('a body for a path that is not read ends in time as well', async () => {
  const { socket } = await open(post('/nothing', 1_000), '\r\nabc')
  if (!socket.closed) await once(socket, 'close')
}, 20_000)

test('the oldest unfinished body is given up when they hold too much together, and a complete one passes', async () => {
  const unfinished = []
  for (let index = 0; index < 3; index++)
    unfinished.push(await open(post('/echo', 90 * kilobytes), body(80 * kilobytes), patient))
  const response = await fetch(`http://127.0.0.1:${patient}/echo`, {
    method: 'POST',
    body: 'a'.repeat(50 * kilobytes),
  })
  expect(response.status).toBe(200)
  expect((await response.json()) as object).toHaveProperty('event')
  await expect.poll(unfinished[0]?.received ?? (() => '')).toContain('THROTTLED')
  unfinished[2]?.socket.write('a'.repeat(10 * kilobytes))
  await expect.poll(unfinished[2]?.received ?? (() => '')).toContain('"event"')
})

test('a body of chunks of one byte takes about as much memory as its bytes', async () => {
  const readBody = createReadBody({ bodyBytesMax: 4_000_000, unfinishedBytesMax: 8_000_000, bodyMs: 60_000 })
  const request = Object.assign(new EventEmitter(), { headers: {} }) as unknown as IncomingMessage
  const read = readBody(request)
  const usedBytes = () => liveHeapBytes() + process.memoryUsage().external
  const before = usedBytes()
  for (let index = 0; index < 400_000; index++) request.emit('data', Buffer.from('x'))
  expect(usedBytes() - before).toBeLessThan(32_000_000)
  request.emit('end')
  expect(await read).toEqual(Buffer.alloc(400_000, 'x'))
})
