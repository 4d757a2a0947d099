import { expect, test } from 'vitest'
import { ignore } from '../../../../../lib/base/timers.ts'
import { createConsentTracker } from '../../../../../lib/render/blocking/annoyances/consent-tracker.ts'

const init = { type: 'init', url: 'http://a.test/', isTop: true } as const
const nothing = { type: 'report', mainFrame: true, state: { findCmpAttempts: 2, detectedCmps: [] } } as const
const done = { type: 'autoconsentDone', cmp: 'Onetrust', isCosmetic: false } as const
const soon = () => Promise.resolve()

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('without a message from the page there is nothing to wait for', () => {
  expect(createConsentTracker(ignore).isOver).toBe(true)
})

test('a dialog that the second search finds just after its report counts', async () => {
  const tracker = createConsentTracker(ignore)
  const search = Promise.withResolvers<void>()
  tracker.note(init, soon)
  tracker.note(nothing, () => search.promise)
  tracker.note({ type: 'popupFound', cmp: 'Onetrust' }, soon)
  search.resolve()
  await turn()
  expect(tracker.isOver).toBe(false)
  tracker.note(done, soon)
  expect(tracker.isOver).toBe(true)
  expect(tracker.found).toEqual({ platform: 'Onetrust', answer: 'declined' })
})

test('a search that still requests a value from the page has not ended', async () => {
  const tracker = createConsentTracker(ignore)
  const value = Promise.withResolvers<void>()
  tracker.note(init, soon)
  tracker.during(value.promise)
  tracker.note(nothing, soon)
  await turn()
  expect(tracker.isOver).toBe(false)
  value.resolve()
  await turn()
  expect(tracker.isOver).toBe(true)
})

test('a page that loads again while its dialog is declined has received the answer', () => {
  const tracker = createConsentTracker(ignore)
  tracker.note(init, soon)
  tracker.note({ type: 'popupFound', cmp: 'HEURISTIC-REJECT' }, soon)
  tracker.note(init, soon)
  expect(tracker.found).toEqual({ platform: 'HEURISTIC-REJECT', answer: 'declined' })
})

test('a navigation after the end starts the wait again', () => {
  const tracker = createConsentTracker(ignore)
  tracker.note(init, soon)
  tracker.note(done, soon)
  tracker.note(init, soon)
  expect(tracker.isOver).toBe(false)
})

test('a page that never returns a value is not evaluated repeatedly', async () => {
  const tracker = createConsentTracker(ignore)
  let roundTrips = 0
  tracker.note(init, soon)
  tracker.during(new Promise(() => undefined))
  tracker.note(nothing, async () => {
    roundTrips++
    await turn()
  })
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(tracker.isOver).toBe(false)
  expect(roundTrips).toBeLessThan(5)
})

test('work and round trips that fail are passed on', async () => {
  const errors: unknown[] = []
  const tracker = createConsentTracker((error) => errors.push(error))
  tracker.note(init, soon)
  tracker.during(Promise.reject(new Error('the work failed')))
  tracker.note(nothing, () => Promise.reject(new Error('the search failed')))
  await turn()
  expect(tracker.isOver).toBe(false)
  expect(errors).toEqual([new Error('the work failed'), new Error('the search failed')])
})
