import { expect } from 'vitest'
import type { RequestRecord } from '../../../lib/core/requests/request-record.ts'
import type { Delivery } from '../sites/webhook-receiver.ts'
import { type Accepted, hashOfFile, type SeenRequest } from './workload.ts'

export interface Ending {
  accepted: Accepted
  seen: SeenRequest
}

export interface Evidence {
  endings: readonly Ending[]
  records: ReadonlyMap<string, RequestRecord>
  /** Calls that the receiver acknowledged. */
  acknowledged: readonly Delivery[]
}

/** Whether something between these two moments (Unix ms) explains that a webhook was acknowledged twice. */
type Excuse = (firstMs: number, secondMs: number) => boolean

/**
 * Checks that every accepted request has one end, every file is complete, and every webhook arrived: once, unless a fault kept the
 * service from recording its acknowledgement.
 */
export const checkEnds = async ({ endings, records, acknowledged }: Evidence, excuse: Excuse) => {
  expect(new Set(endings.map(({ accepted }) => accepted.id)).size).toBe(endings.length)
  for (const { accepted, seen } of endings) {
    const calls = acknowledged.filter(({ id }) => id === accepted.id)
    expect(records.get(accepted.id)?.status, accepted.id).toBe(seen.status)
    if (seen.status === 'failed') {
      expect(seen.error?.code, accepted.id).toBeTruthy()
      expect(calls, `webhooks of ${accepted.id}, which failed`).toHaveLength(0)
      continue
    }
    expect(accepted.order.ends, accepted.id).toBe('done')
    expect(await hashOfFile(seen.file ?? ''), accepted.id).toBe(records.get(accepted.id)?.result?.sha256)
    expect(seen.webhook?.status, accepted.id).toBe('delivered')
    expect(calls.length, `webhooks of ${accepted.id}`).toBeGreaterThan(0)
    for (const [at, second] of calls.slice(1).entries())
      expect(
        excuse((calls[at] as Delivery).atMs, second.atMs),
        `${accepted.id} was acknowledged twice, and nothing explains it`,
      ).toBe(true)
  }
}

/** What the figures of every scenario have in common. */
export const countEnds = ({ endings, acknowledged }: Evidence) => {
  const done = endings.filter(({ seen }) => seen.status === 'done').length
  return {
    accepted: endings.length,
    done,
    failed: endings.length - done,
    'failed for the service': endings.filter(
      ({ accepted, seen }) => seen.status === 'failed' && accepted.order.ends === 'done',
    ).length,
    'webhooks acknowledged': acknowledged.length,
    'acknowledged twice': acknowledged.length - new Set(acknowledged.map(({ id }) => id)).size,
  }
}
