import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createHealth, type ReadyResult } from '../../../local/health.ts'
import { listen } from '../../support/listen.ts'

/** A server with checks that end when the test ends them. */
const start = async () => {
  const checks: PromiseWithResolvers<ReadyResult>[] = []
  const clock = { nowMs: 1_000_000 }
  const health = createHealth({
    check() {
      const started = Promise.withResolvers<ReadyResult>()
      checks.push(started)
      return started.promise
    },
    nowMs: () => clock.nowMs,
  })
  const server = createServer(async (request, response) => {
    if (!(await health.respond(request, response))) response.writeHead(404).end()
  })
  const port = await listen(server)
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    const text = await response.text()
    return [response.status, text === '' ? '' : JSON.parse(text)]
  }
  return { checks, clock, get, health }
}

test('it is ready once a page was rendered, and polls do not wait for it', async () => {
  const { checks, get } = await start()
  const starting = [503, { status: 'unavailable', reason: 'starting' }]
  expect(await get('/ready')).toEqual(starting)
  expect(await get('/ready')).toEqual(starting)
  expect(checks).toHaveLength(1)
  checks[0]?.resolve({ browser: '153.0.8010.0' })
  const ready = [200, { status: 'ok', browser: '153.0.8010.0' }]
  await expect.poll(() => get('/ready')).toEqual(ready)
  expect(await get('/ready', 'HEAD')).toEqual([200, ''])
  expect(checks).toHaveLength(1)
})

test('a result is kept for five minutes, and returned while the next check goes on', async () => {
  const { checks, clock, get } = await start()
  await get('/ready')
  checks[0]?.resolve({ browser: '153' })
  await expect.poll(async () => (await get('/ready'))[0]).toBe(200)
  clock.nowMs += 299_999
  expect((await get('/ready'))[0]).toBe(200)
  expect(checks).toHaveLength(1)
  clock.nowMs += 1
  expect((await get('/ready'))[0]).toBe(200)
  expect(checks).toHaveLength(2)
  checks[1]?.resolve({ reason: 'browser_lost' })
  const lost = [503, { status: 'unavailable', reason: 'browser_lost' }]
  await expect.poll(() => get('/ready')).toEqual(lost)
})

test('a failure is checked again after five seconds, and one of the check itself is one', async () => {
  const { checks, clock, get, health } = await start()
  expect(health.isReady()).toBe(false)
  checks[0]?.reject(new Error('The function ended.'))
  await expect.poll(() => get('/ready')).toEqual([503, { status: 'unavailable', reason: 'internal_error' }])
  clock.nowMs += 4_999
  health.isReady()
  expect(checks).toHaveLength(1)
  clock.nowMs += 1
  health.isReady()
  expect(checks).toHaveLength(2)
  checks[1]?.resolve({ browser: '153' })
  await expect.poll(() => health.isReady()).toBe(true)
})

test('a check that runs out of time leaves a success, until that is older than two periods', async () => {
  const { checks, clock, get } = await start()
  await get('/ready')
  checks[0]?.resolve({ browser: '153' })
  await expect.poll(async () => (await get('/ready'))[0]).toBe(200)
  clock.nowMs += 300_000
  await get('/ready')
  checks[1]?.resolve({ reason: 'page_timeout' })
  // The check has ended when this has returned.
  expect((await get('/ready'))[0]).toBe(200)
  clock.nowMs += 299_999
  await expect.poll(async () => [(await get('/ready'))[0], checks.length]).toEqual([200, 3])
  clock.nowMs += 1
  expect(await get('/ready')).toEqual([503, { status: 'unavailable', reason: 'unknown' }])
  checks[2]?.resolve({ reason: 'page_timeout' })
  const busy = [503, { status: 'unavailable', reason: 'page_timeout' }]
  await expect.poll(() => get('/ready')).toEqual(busy)
})

test('a success that nobody asked about for two periods is unknown until the next check has ended', async () => {
  const { checks, clock, get, health } = await start()
  await get('/ready')
  checks[0]?.resolve({ browser: '153' })
  await expect.poll(async () => (await get('/ready'))[0]).toBe(200)
  clock.nowMs += 600_000
  expect(health.isReady()).toBe(false)
  checks[1]?.resolve({ browser: '153' })
  await expect.poll(() => health.isReady()).toBe(true)
})

test('a service that drains is alive, but not ready: a load balancer sends it no more requests', async () => {
  const { checks, get, health } = await start()
  await get('/ready')
  checks[0]?.resolve({ browser: '153' })
  await expect.poll(async () => (await get('/ready'))[0]).toBe(200)
  health.drain()
  expect(await get('/ready')).toEqual([503, { status: 'unavailable', reason: 'draining' }])
  expect(health.isReady()).toBe(false)
  expect(await get('/health')).toEqual([200, { status: 'ok' }])
})
