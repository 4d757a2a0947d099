import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { nameFault, startLambda, temporaryFolder, until } from './support.ts'

const folder = temporaryFolder()
let mebibytesMade = 0
const lambda = startLambda(
  [
    { name: 'byPath', file: 'streaming.ts', exportName: 'byPath', timeoutMs: 20_000 },
    { name: 'impatient', file: 'streaming.ts', exportName: 'byPath', timeoutMs: 1_000 },
  ],
  {
    log: (_name, line) => {
      if (line === 'MiB') mebibytesMade++
    },
  },
)
const gateway = createGateway({
  lambda,
  respondToFault: nameFault,
  log: () => {},
  routes: [
    { path: '/impatient/{id}', functionName: 'impatient' },
    { path: '/{id}', functionName: 'byPath' },
  ],
})
let baseUrl = ''

beforeAll(async () => {
  baseUrl = await gateway.listen()
})
afterAll(() => gateway.close())

/** Reads everything before the end or the loss of the connection. */
const readAll = async (response: Response) => {
  let text = ''
  let cut = false
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  } catch {
    cut = true
  }
  return { text, cut }
}

test('status, headers and cookies come before the chunks, which arrive in order', async () => {
  const response = await fetch(`${baseUrl}/ticks`)
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.getSetCookie()).toEqual(['s=1; Path=/'])
  expect(await readAll(response)).toEqual({
    text: 'data: 0\n\ndata: 1\n\ndata: 2\n\ndata: 3\n\n',
    cut: false,
  })
})

test('40 MiB arrive complete, and are produced no faster than they are read', async () => {
  const response = await fetch(`${baseUrl}/large`)
  const reader = response.body?.getReader()
  let bytes = (await reader?.read())?.value?.length ?? 0
  // Without back-pressure the function would produce everything in this time.
  await wait(500)
  expect(mebibytesMade).toBeLessThan(32)
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) bytes += next.value.length
  expect(bytes).toBe(40 * 1024 * 1024)
  expect(mebibytesMade).toBe(40)
})

test.each([
  ['throws', 'failsMidway', 'part'],
  ['reaches its timeout', 'impatient/stalls', 'a'],
  ['never ends its stream, and reaches its timeout', 'impatient/neverEnds', 'no end'],
])('a function that %s after the first byte closes the connection', async (_what, name, sent) => {
  const response = await fetch(`${baseUrl}/${name}`)
  expect(response.status).toBe(200)
  expect(await readAll(response)).toEqual({ text: sent, cut: true })
})

test('HEAD gets the headers of a stream and no body', async () => {
  const response = await fetch(`${baseUrl}/ticks`, { method: 'HEAD' })
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(await response.text()).toBe('')
})

test('a function continues after its client has disconnected', async () => {
  const file = join(folder, 'finished')
  const client = new AbortController()
  const response = await fetch(`${baseUrl}/ticks`, {
    headers: { 'x-done-file': file },
    signal: client.signal,
  })
  await response.body?.getReader().read()
  client.abort()
  await until(() => existsSync(file))
  expect((await fetch(`${baseUrl}/echo`)).status).toBe(200)
})

test('a function that sends nothing for longer than the gateway waits is an integration timeout', async () => {
  const silent = createGateway({
    lambda: { invoke: () => new Promise(() => {}) },
    respondToFault: nameFault,
    log: () => {},
    routes: [{ path: '/', functionName: 'silent' }],
    limits: { streamIdleMs: 100 },
  })
  onTestFinished(() => silent.close())
  const response = await fetch(await silent.listen())
  expect(await response.json()).toEqual({ fault: 'INTEGRATION_TIMEOUT' })
})
