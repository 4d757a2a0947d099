import { describe, expect, test } from 'vitest'
import type { DeliveryName } from '../../lib/core/requests/request-record.ts'
import type { Call, Outage, ServiceName } from './calls.ts'
import type { Entry } from './ledger.ts'
import { isScheduledRun } from './rest.ts'
import { none, type Outcome, type Plan, simulate } from './simulate.ts'

const minuteMs = 60_000
const startMs = Date.UTC(2026, 10, 20, 9)

/** Two hours with many requests, whose pages and receivers behave, so that only the outage can fail them. */
const planWith = (outages: readonly Outage[]): Plan => ({
  startMs,
  activeMs: 120 * minuteMs,
  actions: 60,
  calls: none,
  outages,
  messages: { lost: 0, repeated: 0, late: 0 },
  pages: ['fine', 'slow', 'missing'],
  receivers: ['fine', 'slow'],
  storages: ['fine', 'slow'],
  closes: false,
  months: false,
})

const outage = (kind: Outage['kind'], minutes: number, matches: Outage['matches']): Outage => ({
  kind,
  fromMs: startMs + 30 * minuteMs,
  toMs: startMs + (30 + minutes) * minuteMs,
  matches,
})

/** Whether an attempt was under way when the outage began, so that its acknowledgement could not be recorded. */
const wasInterrupted = (sentMs: readonly number[], { fromMs }: Outage) =>
  sentMs.some((atMs) => atMs < fromMs && atMs > fromMs - minuteMs)

/** Returns what of a request certainly was delivered. */
const owedBy = (
  entry: Entry | undefined,
  { repeated, changedStorage }: Outcome['promises'],
): DeliveryName[] => {
  const { id, accountId, status, webhook, upload } = entry?.record ?? {}
  const isAnnounced = webhook && (status === 'done' || webhook.errors) && !repeated.has(id ?? '')
  const isUploaded = upload && status === 'done' && !changedStorage.has(accountId ?? '')
  return [...(isUploaded ? ['upload' as const] : []), ...(isAnnounced ? ['webhook' as const] : [])]
}

const expectSentOnce = ({ record, ...sent }: Entry, name: DeliveryName, during: Outage) => {
  expect(record[name]?.status, record.id).toBe('delivered')
  const { atMs } = sent[name]
  if (!wasInterrupted(atMs, during)) expect(atMs, record.id).toHaveLength(1)
}

/** Every promise holds, no accepted request failed because of the outage, and no webhook or file was sent again. */
const expectNothingLost = ({ violations, history, ledger, promises }: Outcome, during: Outage) => {
  expect(violations, violations.length > 0 ? history() : '').toEqual([])
  const ids = promises.accepted.map(({ id }) => id)
  const runs = [...ledger.entries.values()].filter(({ record }) => isScheduledRun(record))
  const owed = [...ids.map((id) => ledger.entries.get(id)), ...runs]
  const codes = owed.map((entry) => entry?.record.error?.code ?? entry?.record.status)
  // Whether a page is missing depends on the draw.
  expect(codes).toContain('done')
  expect(codes.filter((code) => code !== 'done' && code !== 'host_not_found')).toEqual([])
  const waited = owed.filter((entry) => (entry?.record.finished ?? 0) * 1000 >= during.toMs)
  expect(waited.length).toBeGreaterThan(0)
  for (const entry of owed)
    for (const name of owedBy(entry, promises)) expectSentOnce(entry as Entry, name, during)
}

const services: ServiceName[] = ['dynamodb', 's3', 'sqs', 'scheduler', 'kms']

describe.each(process.env.SIMULATION === 'long' ? [1, 2] : [1])('in world %i', (seed) => {
  test('every promise is kept, and no place stays occupied, if nothing fails', async () => {
    const { violations, history, faults } = await simulate(seed, planWith([]))
    expect(Object.keys(faults).filter((fault) => fault !== 'schedule fires twice')).toEqual([])
    expect(violations, violations.length > 0 ? history() : '').toEqual([])
  })

  test.each([...services, 'every service'])(
    'nothing is lost while %s is away for 15 minutes',
    async (name) => {
      const away = outage('away', 15, ({ service }) => service === name || name === 'every service')
      expectNothingLost(await simulate(seed, planWith([away])), away)
    },
  )

  test.each<[string, Outage['matches']]>([
    ['to write to the tables', ({ name }: Call) => name === 'Update'],
    [
      'to read accounts',
      ({ service, target }: Call) => service === 'dynamodb' && target.startsWith('accounts'),
    ],
    ['to store results', ({ name }: Call) => name === 'PutObject'],
    ['to send messages', ({ name }: Call) => name === 'SendMessage'],
    ['to read results', ({ name, target }: Call) => name === 'GetObject' && target.startsWith('cache/')],
    ['to decrypt keys', ({ name }: Call) => name === 'Decrypt'],
  ])('nothing is lost while the service has lost the permission %s for an hour', async (_what, matches) => {
    const denied = outage('denied', 60, matches)
    expectNothingLost(await simulate(seed, planWith([denied])), denied)
  })
})
