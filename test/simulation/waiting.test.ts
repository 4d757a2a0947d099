import { expect, test } from 'vitest'
import type { RequestRecord } from '../../lib/core/requests/request-record.ts'
import { none, simulate } from './simulate.ts'

/** The time grows with the square of their number. */
const requests = process.env.SIMULATION === 'long' ? 500 : 60

test(`${requests} requests that wait for two places of twenty workers are rendered in their order, and are not delivered again and again`, async () => {
  const { violations, history, ledger, promises, received, writes } = await simulate(1, {
    startMs: Date.UTC(2026, 10, 20, 9),
    activeMs: 10 * 60_000,
    actions: 0,
    calls: none,
    outages: [],
    messages: { lost: 0, repeated: 0, late: 0 },
    pages: ['slow'],
    receivers: ['fine'],
    storages: ['fine'],
    closes: false,
    months: false,
    burst: { customer: 0, requests, workers: 20 },
  })
  expect(violations, violations.length > 0 ? history() : '').toEqual([])
  const ended = promises.accepted.map(({ id }) => ledger.entries.get(id)?.record)
  expect(ended.length).toBeGreaterThan(0.9 * requests)
  expect(new Set(ended.map((record) => record?.status))).toEqual(new Set(['done']))
  expect(Math.max(...received.values())).toBeLessThanOrEqual(5)
  // Two places end four renders of 30 s in a minute. Later minutes only take places and leave them.
  const [, ...later] = writes.values()
  expect(Math.max(...later)).toBeLessThanOrEqual(8 * 4)
  const ids = ended.toSorted((first, second) => startOf(first) - startOf(second)).map((record) => record?.id)
  const sorted = ids.toSorted()
  expect(Math.max(...ids.map((id, turn) => turn - sorted.indexOf(id)))).toBeLessThanOrEqual(5)
})

const startOf = (record: RequestRecord | undefined) =>
  (record?.finished ?? 0) * 1000 - (record?.durationMs ?? 0)
