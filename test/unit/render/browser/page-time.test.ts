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

test('a page that fetches for too long goes on without a pause for its fetches', async () => {
  const { time, policies } = setUp({ isFetching: true })
  await time.skip(50, 10)
  expect(policies).toEqual(['pauseIfNetworkFetchesPending 50', 'pause', 'advance'])
  expect(time.nowMs()).toBe(1050)
})

test('a page that does not end a task is reported', async () => {
  const on = () => {}
  const send = () => new Promise<never>(() => {})
  const time = createPageTime({ send, on } as unknown as Pick<CDPSession, 'send' | 'on'>, 5)
  await expect(time.skip(50, 0)).rejects.toThrow(StoppedClockError)
  await expect(time.stalled).rejects.toThrow(StoppedClockError)
})
