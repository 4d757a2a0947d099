import { expect, test } from 'vitest'
import { createFrameLooks } from '../../../../../lib/render/blocking/annoyances/frame-looks.ts'

/** Looks of one frame that has begun to search. `run` is what its world does with an expression. */
const begin = (run: () => Promise<unknown>) => {
  const looks = createFrameLooks()
  const frame = { run, runInPage: run }
  let isDone = false
  looks.note({ type: 'init', url: 'http://frame.test/', isTop: false }, frame)
  const done = looks.done().then(() => {
    isDone = true
  })
  const report = () =>
    looks.note({ type: 'report', mainFrame: false, state: { findCmpAttempts: 1, detectedCmps: [] } }, frame)
  return { done, report, isDone: () => isDone }
}

test('a frame is waited for until it has looked', async () => {
  const { done, report, isDone } = begin(async () => 0)
  await new Promise(setImmediate)
  expect(isDone()).toBe(false)
  report()
  await done
})

test('a frame that no longer exists is not waited for', async () => {
  const { done } = begin(async () => undefined)
  await done
})
