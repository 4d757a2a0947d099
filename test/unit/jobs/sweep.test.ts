import { expect, test } from 'vitest'
import type { RequestKey } from '../../../lib/core/requests/request-record.ts'
import { createSweep, type SweepDeps } from '../../../lib/jobs/sweep.ts'
import { silentAnnouncer } from '../../support/jobs/silent-announcer.ts'

/** Returns a sweep over webhooks whose results have expired. Each takes `callMs` of the clock, which counts calls at the same time once. */
const world = (count: number, callMs: number, heldIds: readonly string[] = []) => {
  const open = new Map<string, RequestKey>(
    Array.from({ length: count }, (_, index) => [`${index}`, { accountId: 'a', id: `${index}` }]),
  )
  let nowMs = 1_000_000
  let running = 0
  let parallelMax = 0
  const failDelivery = async ({ id }: RequestKey) => {
    running += 1
    parallelMax = Math.max(parallelMax, running)
    await Promise.resolve()
    if (running > 0) nowMs += callMs
    running = 0
    if (heldIds.includes(id)) return false
    return open.delete(id)
  }
  const requests = {
    listOpen: async (kind: string, _since: number, limit: number) =>
      kind === 'webhook' ? [...open.values()].slice(0, limit) : [],
    find: async (key: RequestKey) => ({
      ...key,
      status: 'done',
      webhook: { status: 'pending', attempts: [] },
    }),
    failDelivery,
  }
  const sweep = createSweep({
    requests,
    announcer: silentAnnouncer,
    nowMs: () => nowMs,
  } as unknown as SweepDeps)
  return { sweep, open, facts: () => ({ parallelMax, seconds: (nowMs - 1_000_000) / 1000 }) }
}

test('a sweep processes everything that is open, ten at a time', async () => {
  const { sweep, open, facts } = world(1234, 1)
  expect(await sweep()).toMatchObject({ webhooksGivenUp: 1234 })
  expect(open.size).toBe(0)
  expect(facts().parallelMax).toBe(10)
})

test('it ends when its time is over, and the next one continues', async () => {
  const { sweep, open, facts } = world(2000, 100)
  const first = await sweep()
  expect(first.webhooksGivenUp).toBeGreaterThan(300)
  expect(open.size).toBe(2000 - first.webhooksGivenUp)
  expect(facts().seconds).toBeLessThan(40)
  const second = await sweep()
  expect(open.size).toBe(2000 - first.webhooksGivenUp - second.webhooksGivenUp)
})

test('records that stay open do not repeat within a sweep', async () => {
  const { sweep, open } = world(25, 1, ['3', '7'])
  expect(await sweep()).toMatchObject({ webhooksGivenUp: 23 })
  expect([...open.keys()]).toEqual(['3', '7'])
})
