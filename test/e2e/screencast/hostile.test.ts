import { expect, test } from 'vitest'
import { AppError } from '../../../lib/base/errors.ts'
import type { RenderContext } from '../../../lib/render/render-page.ts'
import { startScreencastFixture } from '../../support/render/screencast.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** Runs the script after the page has settled, during the recording. */
const later = (script: string) =>
  page(`<!doctype html><title>x</title><p>text<script>setTimeout(() => { ${script} }, 800)</script>`)

const fixture = await startScreencastFixture({
  '/spins': later('while (true);'),
  '/hoards': later('const kept = []; while (true) kept.push(new Uint8Array(5e7).fill(1))'),
  '/posts': later(
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port2.postMessage(0)',
  ),
  '/dialogs': later('setInterval(() => { alert(1); print() }, 10)'),
  '/reloads': later('location.reload()'),
  '/leaves-site': later(`location.href = 'http://a.localhost:' + location.port + '/screencast/counter.html'`),
  '/closes': later('close()'),
  '/slow': later(
    // Waits for a response in each frame, which takes as long on every machine.
    `let sum = 0
      const draw = () => {
        const request = new XMLHttpRequest()
        request.open('GET', '/late', false)
        request.send()
        document.body.append(++sum)
        requestAnimationFrame(draw)
      }
      draw()`,
  ),
  '/late': (_request, response) => void setTimeout(() => response.writeHead(204).end(), 150),
})
const timeoutMs = 1_000
const durationMs = 1_000
/** As if the render had begun earlier: the deadline of a page that never ends comes sooner. */
const alreadyMs = 1_500

/** Returns the code of the error, or `video`. Fails if the error is one of the service, or comes late. */
const outcomeOf = async (path: string, context: Partial<RenderContext> = {}) => {
  const startedMs = Date.now()
  const outcome: unknown = await fixture.record(path, { durationMs, timeoutMs, fps: 10 }, context).then(
    ({ body }) => (body.length > 100 ? 'video' : 'empty'),
    (error) => (error instanceof AppError && error.statusCode === 400 ? error.code : error),
  )
  expect(Date.now() - startedMs).toBeLessThan(timeoutMs + durationMs + 10_000)
  expect(outcome).toEqual(expect.any(String))
  return outcome
}

const assertNextRecords = async () => {
  const { body } = await fixture.record('/screencast/counter.html', { durationMs: 200 })
  expect(body.length).toBeGreaterThan(100)
}

test.each([
  ['endless messages to itself', '/posts'],
  ['dialogs', '/dialogs'],
  ['a reload', '/reloads'],
  ['closing itself', '/closes'],
])('a page that misbehaves is recorded: %s', async (_name, path) => {
  expect(await outcomeOf(path)).toBe('video')
})

test.each([
  ['an endless loop', '/spins'],
  ['all the memory', '/hoards'],
  ['a navigation to a blocked site', '/leaves-site'],
])(
  'a page that can end the recording is a video or a 400, in time, and the next recording succeeds: %s',
  async (_name, path) => {
    const startMs = Date.now() - alreadyMs
    expect(await outcomeOf(path, { startMs })).not.toBe('empty')
    await assertNextRecords()
  },
)

test('a page that is too slow to be drawn in time has a video of its full length', async () => {
  const { report } = await fixture.record('/slow', { durationMs: 3_000, fps: 60, timeoutMs: 2_000 })
  const { frames = 0, skipped = 0, mode } = report.video ?? {}
  expect(frames).toBe(180)
  // A frame that takes more than 2 s sends the video into real time, where the compositor has an image at any moment.
  expect({ mode, isShort: skipped === 0 }).not.toEqual({ mode: 'virtual', isShort: true })
})

test('a caller that disconnects ends the recording', async () => {
  const controller = new AbortController()
  const recorded = fixture.record('/screencast/counter.html', { durationMs: 30_000 }, controller)
  const startedMs = Date.now()
  setTimeout(() => controller.abort(new Error('gone')), 500)
  await expect(recorded).rejects.toThrow('gone')
  // The video alone takes 30 s.
  expect(Date.now() - startedMs).toBeLessThan(20_000)
  await assertNextRecords()
})
