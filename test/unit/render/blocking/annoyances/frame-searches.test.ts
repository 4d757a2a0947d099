import { expect, test } from 'vitest'
import { createFrameSearches } from '../../../../../lib/render/blocking/annoyances/frame-searches.ts'

/** Searches of one frame that has begun to search. `run` is what its world does with an expression. */
const begin = (run: () => Promise<unknown>) => {
  const searches = createFrameSearches()
  const frame = { run, runInPage: run }
  let isDone = false
  searches.note({ type: 'init', url: 'http://frame.test/', isTop: false }, frame)
  const done = searches.done().then(() => {
    isDone = true
  })
  const report = () =>
    searches.note(
      { type: 'report', mainFrame: false, state: { findCmpAttempts: 1, detectedCmps: [] } },
      frame,
    )
  return { done, report, isDone: () => isDone }
}

test('a frame is waited for until it has searched', async () => {
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
