import { beforeEach, expect, test } from 'vitest'
import { operations } from '../../../lib/schema/operations.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { page } from '../../support/sites/fixture-server.ts'

interface Counts {
  frames: number
  idle: number
  timers: number
  ms: number
}

let counts: Counts = { frames: 0, idle: 0, timers: 0, ms: 0 }
let sections = 0

const counter = `<!doctype html><h1>Counts</h1><div style="height:2000px"></div><script>
  const counts = { frames: 0, idle: 0, timers: 0 }
  const drawn = () => { counts.frames++; requestAnimationFrame(drawn) }
  const rested = () => { counts.idle++; requestIdleCallback(rested) }
  drawn()
  rested()
  setInterval(() => {
    if (++counts.timers % 10) return
    navigator.sendBeacon('/counts', JSON.stringify({ ...counts, ms: new Date() - performance.timeOrigin }))
  }, 10)
</script>`

/** Each callback changes something that is not drawn, and requests the next one. */
const chain = `<!doctype html><h1>Chain</h1><script>
  let sections = 0
  const add = () => {
    navigator.sendBeacon('/sections', ++sections)
    if (sections < 12) requestIdleCallback(add)
  }
  setTimeout(() => requestIdleCallback(add), 100)
</script>`

const fixture = await startOperationsFixture({
  '/counter': page(counter),
  '/chain': page(chain),
  '/counts': async (request, response) => {
    counts = JSON.parse((await request.toArray()).join('')) as Counts
    response.writeHead(204).end()
  },
  '/sections': async (request, response) => {
    sections = Number((await request.toArray()).join(''))
    response.writeHead(204).end()
  },
})
beforeEach(() => {
  counts = { frames: 0, idle: 0, timers: 0, ms: 0 }
  sections = 0
})

test.each(['screenshot', 'screencast'] as const)(
  '%s: frames, idle callbacks and timers advance together',
  async (id) => {
    await fixture.render(operations[id], { url: '/counter', delay: 1 })
    expect(counts.ms).toBeGreaterThan(700)
    // Fewer frames fit into a second of a busy machine, but each is followed by idle time.
    expect(counts.frames).toBeGreaterThan(5)
    expect(counts.idle / counts.frames).toBeGreaterThan(0.7)
  },
)

test('idle callbacks run one after the other in the time that is skipped', async () => {
  const request = { block_annoyance: 'cookies_banner', format: 'md' }
  await fixture.render(operations.scrape, { url: '/chain', ...request })
  await expect.poll(() => sections).toBe(12)
  await fixture.render(operations.scrape, { url: '/counter', ...request })
  expect(counts.timers).toBeGreaterThanOrEqual(100)
  expect(counts.frames).toBeGreaterThan(25)
  expect(counts.idle / counts.frames).toBeGreaterThan(0.7)
})
