import { expect, test } from 'vitest'
import { ignore } from '../../../../../lib/base/timers.ts'
import { createConsentTracker } from '../../../../../lib/render/blocking/annoyances/consent-tracker.ts'

const init = { type: 'init', url: 'http://a.test/', isTop: true } as const
const nothing = { type: 'report', mainFrame: true, state: { findCmpAttempts: 2, detectedCmps: [] } } as const
const done = { type: 'autoconsentDone', cmp: 'Onetrust', isCosmetic: false } as const
const soon = () => Promise.resolve()

test('without a message from the page there is nothing to wait for', async () => {
  expect(await createConsentTracker(ignore).settled(0)).toBe(true)
})

test('a search that does not end stops at the limit', async () => {
  const tracker = createConsentTracker(ignore)
  tracker.note(init, soon)
  expect(await tracker.settled(5)).toBe(false)
})

test('a dialog that the second search finds just after its report counts', async () => {
  const tracker = createConsentTracker(ignore)
  const look = Promise.withResolvers<void>()
  tracker.note(init, soon)
  tracker.note(nothing, () => look.promise)
  const settled = tracker.settled(1000)
  tracker.note({ type: 'popupFound', cmp: 'Onetrust' }, soon)
  look.resolve()
  let isOver = false
  void settled.then(() => {
    isOver = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  tracker.note(done, soon)
  expect(await settled).toBe(true)
  expect(tracker.found).toEqual({ platform: 'Onetrust', answer: 'declined' })
})

test('a search that still requests a value from the page has not ended', async () => {
  const tracker = createConsentTracker(ignore)
  const value = Promise.withResolvers<void>()
  tracker.note(init, soon)
  tracker.during(value.promise)
  tracker.note(nothing, () => new Promise((resolve) => setImmediate(resolve)))
  expect(await tracker.settled(20)).toBe(false)
  value.resolve()
  expect(await tracker.settled(1000)).toBe(true)
})

test('a page that loads again while its dialog is declined has received the answer', () => {
  const tracker = createConsentTracker(ignore)
  tracker.note(init, soon)
  tracker.note({ type: 'popupFound', cmp: 'HEURISTIC-REJECT' }, soon)
  tracker.note(init, soon)
  expect(tracker.found).toEqual({ platform: 'HEURISTIC-REJECT', answer: 'declined' })
})

test('a navigation after the end starts the wait again', async () => {
  const tracker = createConsentTracker(ignore)
  tracker.note(init, soon)
  tracker.note(done, soon)
  expect(await tracker.settled(0)).toBe(true)
  tracker.note(init, soon)
  expect(await tracker.settled(5)).toBe(false)
})

test('a page that never returns a value is not evaluated repeatedly', async () => {
  const tracker = createConsentTracker(ignore)
  let roundTrips = 0
  tracker.note(init, soon)
  tracker.during(new Promise(() => undefined))
  tracker.note(nothing, async () => {
    roundTrips++
    await new Promise((resolve) => setImmediate(resolve))
  })
  expect(await tracker.settled(50)).toBe(false)
  expect(roundTrips).toBeLessThan(5)
})

test('work and round trips that fail are passed on', async () => {
  const errors: unknown[] = []
  const tracker = createConsentTracker((error) => errors.push(error))
  tracker.note(init, soon)
  tracker.during(Promise.reject(new Error('the work failed')))
  tracker.note(nothing, () => Promise.reject(new Error('the look failed')))
  expect(await tracker.settled(5)).toBe(false)
  expect(errors).toEqual([new Error('the work failed'), new Error('the look failed')])
})
