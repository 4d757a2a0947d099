import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import { browserDirs } from '../../support/render/browser-fixture.ts'
import { type ScreencastFixture, startScreencastFixture } from '../../support/render/screencast.ts'
import { page } from '../../support/sites/fixture-server.ts'

let fixture: ScreencastFixture

/** Leaves the page time to be reached and settled. */
const later = (script: string) =>
  page(`<!doctype html><title>x</title><script>setTimeout(() => { ${script} }, 1500)</script>`)

beforeAll(async () => {
  fixture = await startScreencastFixture({
    '/spins': later('while (true);'),
    '/spins-in-frames': later(
      'const spin = () => { requestAnimationFrame(spin); const end = performance.now() + 1e9; while (performance.now() < end); }; spin()',
    ),
    '/hoards': later('const kept = []; while (true) kept.push(new Uint8Array(5e7).fill(1))'),
    '/posts': later(
      'const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port2.postMessage(0)',
    ),
    '/alerts': later("setInterval(() => alert('now'), 10)"),
    '/prints': later('setInterval(() => print(), 10)'),
    '/leaves': later("location.href = '/screencast/counter.html'"),
    '/reloads': later('location.reload()'),
    '/leaves-site': later(`location.href = 'http://localhost:' + location.port + '/screencast/counter.html'`),
    '/closes': later('close()'),
    '/slow': later(
      'let sum = 0; const draw = () => { for (let i = 0; i < 8e8; i++) sum += i; document.body.append(1); requestAnimationFrame(draw) }; draw()',
    ),
  })
})
afterAll(() => fixture[Symbol.asyncDispose]())
afterEach(async () => {
  expect((await fixture.record('/screencast/counter.html', { durationMs: 200 })).body.length).toBeGreaterThan(
    100,
  )
  expect(browserDirs().length).toBeLessThanOrEqual(1)
})

const timeoutMs = 1_500
const durationMs = 3_000

const outcomeOf = async (path: string, signal?: AbortSignal) => {
  const startedMs = Date.now()
  try {
    const { body } = await fixture.record(path, { durationMs, timeoutMs }, signal)
    return { outcome: body.length > 100 ? 'video' : 'empty', tookMs: Date.now() - startedMs }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: error.code, tookMs: Date.now() - startedMs }
  }
}

test.each([
  // In real time the video shows what a visitor sees: the page as it stood.
  ['a page that never gives the processor back', '/spins', ['page_timeout', 'video']],
  ['a page whose frames never end', '/spins-in-frames', ['page_timeout', 'video']],
  // Where memory fills slowly, the video is over before it is full.
  ['a page that takes all the memory', '/hoards', ['page_crashed', 'video']],
  ['a page that posts messages to itself for ever', '/posts', ['video']],
  ['a page that opens dialogs', '/alerts', ['video']],
  ['a page that prints', '/prints', ['video']],
  ['a page that goes elsewhere on its site', '/leaves', ['video']],
  ['a page that loads itself again', '/reloads', ['video']],
  ['a page that goes to a site that it may not reach', '/leaves-site', ['video', 'page_timeout']],
  ['a page that closes itself', '/closes', ['video']],
])('%s ends in time', async (_name, path, expected) => {
  const { outcome, tookMs } = await outcomeOf(path)
  expect(expected).toContain(outcome)
  expect(tookMs).toBeLessThan(timeoutMs + durationMs + 5_000)
})

test('a page that is too slow to be drawn in time still gets a video of its length', async () => {
  const startedMs = Date.now()
  const { report } = await fixture.record('/slow', { durationMs: 3_000, timeoutMs: 2_000 })
  expect(Date.now() - startedMs).toBeLessThan(10_000)
  const { frames = 0, skipped = 0, mode } = report.video ?? {}
  expect(frames).toBe(90)
  // One frame that takes more than 2 s sends the video into real time, where the compositor has a picture at any moment.
  expect({ mode, isShort: skipped === 0 }).not.toEqual({ mode: 'virtual', isShort: true })
})

test('a caller who goes away ends the video at once', async () => {
  const controller = new AbortController()
  const recorded = fixture.record('/screencast/counter.html', { durationMs: 30_000 }, controller.signal)
  const startedMs = Date.now()
  setTimeout(() => controller.abort(new Error('gone')), 1_000)
  await expect(recorded).rejects.toThrow('gone')
  expect(Date.now() - startedMs).toBeLessThan(4_000)
})
