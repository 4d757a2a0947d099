import type { CDPSession } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { createPageTime, StoppedClockError } from '../../../../lib/render/browser/page-time.ts'

/** A page whose budgets expire immediately, or while `isFetching` once the policy is no longer to wait for its fetches. */
const setUp = ({ isFetching = false, startMs = 1000 } = {}) => {
  const policies: string[] = []
  let onExpired = () => {}
  const send = async (_method: string, { policy, budget }: { policy: string; budget?: number }) => {
    policies.push(budget === undefined ? policy : `${policy} ${budget}`)
    if (policy === 'advance' || (policy !== 'pause' && !isFetching)) setImmediate(() => onExpired())
    return { virtualTimeTicksBase: startMs }
  }
  const on = (_event: string, listener: () => void) => {
    onExpired = listener
  }
  const time = createPageTime({ send, on } as unknown as Pick<CDPSession, 'send' | 'on'>)
  return { time, policies }
}

test('a page keeps the clock of the machine until time is skipped', async () => {
  const { time, policies } = setUp()
  await time.keepPace()
  expect(policies).toEqual([])
  expect(time.nextFrame()).toEqual({})
  expect(time.nowMs()).toBeCloseTo(Number(process.hrtime.bigint()) / 1e6, -2)
})

test('frames have the time that was skipped, and never an earlier time than the frame before', async () => {
  const machineMs = () => Number(process.hrtime.bigint()) / 1e6
  const { time } = setUp({ startMs: machineMs() - 40 })
  await time.skip(10, 500)
  const startMs = machineMs()
  const first = time.nextFrame().frameTimeTicks ?? 0
  expect(first).toBeGreaterThanOrEqual(startMs)
  const second = time.nextFrame().frameTimeTicks ?? 0
  expect(second).toBeGreaterThan(first)
  await time.skip(500, 500)
  expect(time.nextFrame()).toEqual({ frameTimeTicks: time.nowMs() })
  expect(time.nextFrame().frameTimeTicks).toBeGreaterThan(time.nowMs())
})

test('after a skip, the clock is advanced by the real time that has passed', async () => {
  const { time, policies } = setUp()
  await time.skip(50, 0)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await time.keepPace()
  expect(policies).toHaveLength(2)
  expect(Number(policies[1]?.split(' ')[1])).toBeGreaterThanOrEqual(19)
})

test('a page that fetches for too long goes on without a pause for its fetches', async () => {
  const { time, policies } = setUp({ isFetching: true })
  await time.skip(50, 10)
  expect(policies).toEqual(['pauseIfNetworkFetchesPending 50', 'pause', 'advance'])
  expect(time.nowMs()).toBe(1050)
})

test('two skips follow each other', async () => {
  const { time, policies } = setUp()
  await Promise.all([time.skip(10, 0), time.skip(20, 0)])
  expect(policies).toEqual(['advance 10', 'advance 20'])
  expect(time.nowMs()).toBe(1030)
})

test('a page that does not end a task is reported', async () => {
  const on = () => {}
  const send = () => new Promise<never>(() => {})
  const time = createPageTime({ send, on } as unknown as Pick<CDPSession, 'send' | 'on'>, 5)
  await expect(time.skip(50, 0)).rejects.toThrow(StoppedClockError)
  await expect(time.stalled).rejects.toThrow(StoppedClockError)
})

test('a clock that is paused moves only by the given times', async () => {
  const { time, policies } = setUp()
  await time.advance(1)
  expect(policies).toEqual([])
  await time.pause()
  await new Promise((resolve) => setTimeout(resolve, 20))
  await time.keepPace()
  expect(time.nowMs()).toBe(1000)
  await time.advance(40)
  await time.keepPace(16)
  expect(policies).toEqual(['pause', 'advance 40'])
  expect(time.nowMs()).toBe(1040)
})
