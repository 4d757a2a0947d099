import type { CDPSession } from 'puppeteer-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitsMs } from '../../../../lib/core/plan/budgets.ts'
import { createPageTime, StoppedClockError } from '../../../../lib/render/browser/page-time.ts'
import { nowMs } from '../../../support/now.ts'

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

interface Stuck {
  /** Whether a script runs, which the browser interrupts for a command. */
  isInScript?: boolean
  /** Seconds until the thread of the page runs the commands of the service, and until it has run them. */
  commands?: { begunAfter: number; overAfter: number }
  isStopped?: boolean
}

/** Returns after how many seconds a page is reported whose task takes a minute, or `never`. */
const reportedAfter = async ({ isInScript = true, commands, isStopped = false }: Stuck) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const after = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const { begunAfter = 60, overAfter = 60 } = commands ?? {}
  const answers = [after(begunAfter), after(overAfter)]
  let onExpired = () => {}
  let isStuck = false
  const send = async (method: string) => {
    if (method === 'Runtime.evaluate') await answers.shift()
    else if (isStuck && !(isInScript && method === 'Performance.getMetrics')) await after(60)
    else if (method === 'Emulation.setVirtualTimePolicy') setTimeout(() => onExpired())
    return { virtualTimeTicksBase: 1000 }
  }
  const on = (_event: string, listener: () => void) => {
    onExpired = listener
  }
  const time = createPageTime({ send, on } as unknown as Pick<CDPSession, 'send' | 'on'>)
  const first = time.skip(10, 0)
  await vi.advanceTimersByTimeAsync(1)
  await first
  isStuck = true
  const startMs = nowMs()
  let reported: number | 'never' = 'never'
  time.stalled.catch((error: unknown) => {
    expect(error).toBeInstanceOf(StoppedClockError)
    reported = (nowMs() - startMs) / 1000
  })
  time.skip(50, 0).catch(() => {})
  if (commands) void time.command(() => after(overAfter))
  if (isStopped) time.stop()
  await vi.advanceTimersByTimeAsync(59_000)
  return reported
}

const taskSeconds = limitsMs.page.task / 1000

test('a page whose script does not end is reported, unless its clock has been stopped', async () => {
  expect(await reportedAfter({})).toBe(taskSeconds)
  expect(await reportedAfter({ isStopped: true })).toBe('never')
})

test('what the browser does itself is no task of the page, such as printing', async () => {
  expect(await reportedAfter({ isInScript: false })).toBe('never')
})

test('a command of the service is no task of the page while it runs', async () => {
  expect(await reportedAfter({ commands: { begunAfter: 0, overAfter: 30 } })).toBeCloseTo(30 + taskSeconds, 0)
  expect(await reportedAfter({ commands: { begunAfter: 60, overAfter: 60 } })).toBe(taskSeconds)
})
