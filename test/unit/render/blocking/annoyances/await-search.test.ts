import { expect, test } from 'vitest'
import { ignore, pause } from '../../../../../lib/base/timers.ts'
import {
  awaitSearch,
  movedClock,
  search,
} from '../../../../../lib/render/blocking/annoyances/await-search.ts'
import type { ConsentPhase } from '../../../../../lib/render/blocking/annoyances/consent-phase.ts'
import { createConsentTracker } from '../../../../../lib/render/blocking/annoyances/consent-tracker.ts'
import type { World } from '../../../../../lib/render/page/world.ts'
import { inFakeTime } from '../../../../support/in-fake-time.ts'
import { nowMs } from '../../../../support/now.ts'

interface Script {
  /** The phase of the search, and whether it is over, at each time of the page. */
  at(ms: number): { phase: ConsentPhase; isOver: boolean }
  /** What the search waits for at each time of the page. */
  work?: (ms: number) => void
  /** Fails the first step of the clock. */
  failure?: Error
  /** In real time, in the first step of the clock. */
  taskMs?: number
}

/** A page in which nothing takes real time. */
const searchPage = async ({ at, work = () => {}, failure, taskMs = 0 }: Script, capMs = 10_000) => {
  let nowMs = 0
  const fetchMs: number[] = []
  const clock = {
    ...movedClock,
    nowMs: () => nowMs,
    async skip(ms: number, fetchMsMax: number) {
      nowMs += ms
      fetchMs.push(fetchMsMax)
      if (fetchMs.length > 1) return
      if (taskMs > 0) await pause(taskMs)
      if (failure) throw failure
    },
  }
  const tracker = {
    found: {},
    get phase() {
      return at(nowMs).phase
    },
    get isOver() {
      return at(nowMs).isOver
    },
    note: () => {},
    during: () => {},
    idle: async () => work(nowMs),
  }
  const hasEnded = await search(clock, tracker, { done: async () => 0 }, capMs, 4_000)
  return { hasEnded, nowMs, fetchMs }
}

const from = (ms: number, phase: ConsentPhase, isOver: boolean) => (nowMs: number) =>
  nowMs < ms ? ({ phase: 'searching', isOver: false } as const) : { phase, isOver }

test.each([
  ['a page without a dialog is searched for 600 ms longer', from(600, 'nothing', true), 1200],
  ['a dialog that could not be declined is not waited for', from(200, 'failed', true), 200],
])('%s', async (_, at, pageMs) => {
  expect(await searchPage({ at })).toMatchObject({ hasEnded: true, nowMs: pageMs })
})

test('a check that has begun when the time is over is waited for', async () => {
  let isFound = false
  const at = (ms: number) => from(600, isFound ? 'done' : 'nothing', true)(ms)
  const work = (ms: number) => {
    isFound ||= ms === 1200
  }
  expect(await searchPage({ at, work })).toMatchObject({ hasEnded: true, nowMs: 1700 })
})

test('the page waits for its fetches only as long as the ordinary search takes', async () => {
  const { fetchMs } = await searchPage({ at: from(500, 'nothing', true) })
  expect(Math.max(...fetchMs)).toBeLessThanOrEqual(500)
})

test('a search that does not end stops at the limit', async () => {
  const { hasEnded } = await searchPage({ at: from(Number.POSITIVE_INFINITY, 'done', true) }, 5)
  expect(hasEnded).toBe(false)
})

test.each([
  [4_000, true],
  [8_000, false],
])('a task of the page that takes %i ms leaves the search its time: %s', async (taskMs, isLeft) => {
  const page = { at: from(600, 'nothing', true), taskMs }
  expect(await inFakeTime(() => searchPage(page, 2_500))).toMatchObject({ hasEnded: isLeft })
})

test.each([true, false])(
  'the search waits for a frame whose first search ends after the search of the page (clock left: %s)',
  async (isClockLeft) => {
    const tracker = createConsentTracker(ignore)
    const tell = (message: Parameters<typeof tracker.note>[0]) => tracker.note(message, async () => {})
    tell({ type: 'init', url: 'http://page.test/', isTop: true })
    tell({ type: 'report', mainFrame: true, state: { findCmpAttempts: 2, detectedCmps: [] } })
    await new Promise(setImmediate)
    expect(tracker.isOver).toBe(true)
    const hasEnded = await inFakeTime(() => {
      const searched = pause(20).then(() => tell({ type: 'popupFound', cmp: 'Sourcepoint-frame' }))
      void pause(40).then(() =>
        tell({ type: 'autoconsentDone', cmp: 'Sourcepoint-frame', isCosmetic: false }),
      )
      const time = { nowMs, skip: () => pause(5).then(() => 0) }
      const counted = { frames: 1, idle: 1, asked: 1, isLive: false }
      const world = { call: async () => counted } as unknown as World
      return awaitSearch(time, world, tracker, { done: () => searched }, { capMs: 2_500, isClockLeft })
    })
    expect([hasEnded, tracker.phase]).toEqual([true, 'done'])
  },
)

test('a page that has just left its document is searched on, and any other error of its clock ends the search', async () => {
  const at = from(600, 'nothing', true)
  const navigated = new Error('Inspected target navigated or closed')
  expect(await searchPage({ at, failure: navigated })).toMatchObject({ hasEnded: true, nowMs: 1200 })
  const failure = new Error('Internal error')
  await expect(searchPage({ at, failure })).rejects.toBe(failure)
})
