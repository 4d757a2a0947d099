import { expect, test } from 'vitest'
import { AppError } from '../../../lib/base/errors.ts'
import { startScreencastFixture } from '../../support/render/screencast.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** Runs the script after the page has settled, during the recording. */
const later = (script: string) =>
  page(`<!doctype html><title>x</title><p>text<script>setTimeout(() => { ${script} }, 800)</script>`)

const fixture = await startScreencastFixture({
  '/hoards': later('const kept = []; while (true) kept.push(new Uint8Array(5e7).fill(1))'),
  '/posts': later(
    'const { port1, port2 } = new MessageChannel(); port1.onmessage = () => port2.postMessage(0); port2.postMessage(0)',
  ),
  '/dialogs': later('setInterval(() => { alert(1); print() }, 10)'),
  '/leaves-site': later(`location.href = 'http://a.localhost:' + location.port + '/screencast/counter.html'`),
  '/closes': later('close()'),
  '/fetches': later("fetch('/late')"),
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

/** Returns the code of the error, or `video`. Fails if the error is one of the service. */
const outcomeOf = async (path: string) => {
  const outcome: unknown = await fixture.record(path, { durationMs, timeoutMs, fps: 10 }).then(
    ({ body }) => (body.length > 100 ? 'video' : 'empty'),
    (error) => (error instanceof AppError && error.statusCode === 400 ? error.code : error),
  )
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
  ['closing itself', '/closes'],
])('a page that misbehaves is recorded: %s', async (_name, path) => {
  expect(await outcomeOf(path)).toBe('video')
})

test.each([
  ['all the memory', '/hoards'],
  ['a navigation to a blocked site', '/leaves-site'],
])(
  'a page that can end the recording is a video or a 400, and the next recording succeeds: %s',
  async (_name, path) => {
    using _limits = scaleLimits(0.3, 'reserve')
    expect(await outcomeOf(path)).not.toBe('empty')
    await assertNextRecords()
  },
)

test('a page that is too slow to be drawn in time has a video of its full length', async () => {
  const { report } = await fixture.record('/slow', { durationMs: 3_000, fps: 60, timeoutMs: 5_000 })
  const { frames = 0, skipped = 0, mode } = report.video ?? {}
  expect(frames).toBe(180)
  // A frame that takes more than 2 s sends the video into real time, where the compositor has an image at any moment.
  expect({ mode, isShort: skipped === 0 }).not.toEqual({ mode: 'virtual', isShort: true })
})

test('a caller that disconnects ends the recording', async () => {
  const controller = new AbortController()
  const recorded = fixture.record('/fetches', { durationMs: 30_000 }, controller)
  await expect.poll(() => fixture.site.requests.at(-1)?.path).toBe('/late')
  controller.abort(new Error('gone'))
  await expect(recorded).rejects.toThrow('gone')
  await assertNextRecords()
})
