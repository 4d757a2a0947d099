import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { TableName } from '../../infra/tables.ts'
import { ownerOf } from '../../lib/core/requests/batch.ts'
import type { DeliveryName, RequestRecord } from '../../lib/core/requests/request-record.ts'
import { withoutSecrets } from '../../lib/schema/http-url.ts'
import { toRecord } from '../../lib/store/request-items.ts'
import type { OnWrite } from './dynamodb.ts'
import type { Engine, Process } from './engine.ts'
import type { Item } from './expressions.ts'

/** What a receiver saw of a webhook, or a storage of an upload. */
interface Sent {
  atMs: number[]
  /** Until when the latest attempt may be under way. */
  untilMs: number
  /** Attempts that were acknowledged. */
  acknowledged: number
}

/** What is known of a request, also after its record has expired. */
export interface Entry extends Record<DeliveryName, Sent> {
  /** As it was last written. */
  record: RequestRecord
  /** How often it went from queued to done or failed. */
  ends: number
  /** What was given up after an attempt, with its time. */
  givenUp: { name: DeliveryName; time: number }[]
}

export type Ledger = ReturnType<typeof createLedger>

/** What a webhook announces outlives its last attempt. The file may be minutes older than the end of its request. */
const keptSeconds = 48 * 3600

/** The clocks of two processes differ by less. */
const skewMs = 1_000

const decode = (item: Item | undefined) => item && toRecord(unmarshall(item as never), 0)

export const deliveryNames = ['upload', 'webhook'] as const

const toEntry = (record: RequestRecord): Entry => ({
  record,
  ends: 0,
  givenUp: [],
  upload: { atMs: [], untilMs: 0, acknowledged: 0 },
  webhook: { atMs: [], untilMs: 0, acknowledged: 0 },
})

/** Sees every write, file and webhook, and checks what must hold at each moment. */
export const createLedger = (engine: Engine, hasFile: (name: string) => boolean) => {
  const entries = new Map<string, Entry>()
  /** Names of files that a record, a webhook or a response named, with the second until which they must exist. */
  const announced = new Map<string, number>()
  const closed = new Map<string, number>()
  /** Batches whose cancel was answered. */
  const canceled = new Set<string>()
  /** Renders by account that were successful, or that their page made fail. */
  const renders = new Map<string, number>()
  /** Processes that render, by account. */
  const rendering = new Map<string, Set<Process>>()
  let checks = 0
  const check = (holds: boolean, what: () => string) => {
    checks += 1
    if (!holds) engine.violate(what())
  }

  const announce = ({ name, expires }: { name: string; expires: number }, by: string) => {
    announced.set(name, expires)
    check(
      hasFile(name) || expires * 1000 <= engine.nowMs(),
      () => `${by} names ${name}, which does not exist`,
    )
  }

  const onEnd = (entry: Entry) => {
    const { id, result, change, webhook, upload, finished = 0 } = entry.record
    entry.ends += 1
    check(
      !result || !(webhook ?? upload) || result.expires >= finished + keptSeconds - 300,
      () => `${id} names a file that expires too soon`,
    )
    for (const file of [result, change?.difference]) if (file) announce(file, id)
  }

  /** A worker takes the lease of a request only when no other one has it. */
  const checkLease = (before: RequestRecord, after: RequestRecord) => {
    if (after.attempts <= before.attempts) return
    const { leaseUntilMs = 0 } = before
    check(
      leaseUntilMs <= engine.nowMs() + skewMs,
      () => `${after.id} was claimed while another worker had its lease`,
    )
  }

  /** What has ended was acknowledged or given up, and no longer knows what permits to write. */
  const onDelivery = (entry: Entry, name: DeliveryName, wasStatus: string | undefined) => {
    const { id, [name]: { status, url = '', attempts = [] } = {} } = entry.record
    if (status === wasStatus) return
    if (status === 'delivered')
      check(
        entry[name].acknowledged > 0,
        () => `the ${name} of ${id} counts as delivered without an acknowledgement`,
      )
    if (status === 'failed' && attempts.length > 0)
      entry.givenUp.push({ name, time: attempts.at(-1)?.time ?? 0 })
    if (name === 'upload' && (status === 'delivered' || status === 'failed'))
      check(url === withoutSecrets(url), () => `the upload of ${id} has ended and keeps the query of its URL`)
  }

  const onRequest = (before: RequestRecord | undefined, after: RequestRecord) => {
    const entry = entries.get(after.id) ?? toEntry(after)
    entries.set(after.id, entry)
    entry.record = after
    if (before) checkLease(before, after)
    else
      check(
        after.status !== 'queued' || !canceled.has(after.batchId ?? ''),
        () => `${after.id} began after the cancel of its batch`,
      )
    if (before && before.status !== 'queued')
      check(
        before.status === after.status && before.result?.name === after.result?.name,
        () => `${after.id} was ${before.status} and became ${after.status}`,
      )
    else if (after.status !== 'queued') onEnd(entry)
    for (const name of deliveryNames) onDelivery(entry, name, before?.[name]?.status)
  }

  const onWrite: OnWrite = (table: TableName, before, after) => {
    if (table === 'requests' && after && 'status' in after)
      onRequest(decode(before), decode(after) as RequestRecord)
    if (table === 'accounts' && after?.['closed'] && !before?.['closed'])
      closed.set(String(after['id']?.['S']), engine.nowMs())
  }

  const assertOpen = (accountId: string, process: Process, what: string) => {
    const closedMs = closed.get(accountId) ?? Number.POSITIVE_INFINITY
    check(process.startedMs <= closedMs, () => `${process.name} ${what} of the closed account ${accountId}`)
  }

  /** Notes that a process renders, and returns how that ends. A dead process renders no more. */
  const beginRender = (accountId: string, most: number, process: Process) => {
    const processes = rendering.get(accountId) ?? new Set()
    rendering.set(accountId, processes)
    for (const other of processes) if (!other.isAlive) processes.delete(other)
    processes.add(process)
    check(processes.size <= most, () => `${accountId} renders ${processes.size} pages at the same time`)
    return () => void processes.delete(process)
  }

  /** Notes an attempt, and checks that it is due and the only one. */
  const onSent = (entry: Entry, name: DeliveryName, process: Process, durationMs: number) => {
    const { record, [name]: sent } = entry
    const what = `the ${name} of ${record.id}`
    const { status } = record[name] ?? {}
    check(status === 'pending', () => `${what} is sent, and is ${status}`)
    check(sent.untilMs <= engine.nowMs(), () => `${what} is sent twice at the same time`)
    sent.atMs.push(engine.nowMs())
    sent.untilMs = engine.nowMs() + durationMs
    if (record.result) announce(record.result, what)
    assertOpen(ownerOf(record), process, `sends ${what}`)
  }

  return {
    entries,
    closed,
    canceled,
    renders,
    beginRender,
    check,
    checks: () => checks,
    announce,
    onWrite,
    assertOpen,
    onFileDeleted(name: string) {
      const expires = announced.get(name) ?? 0
      check(expires * 1000 <= engine.nowMs(), () => `${name} was deleted, and was announced until ${expires}`)
    },
    /** @returns notes the acknowledgement */
    onPost(id: string, process: Process, durationMs: number) {
      const entry = entries.get(id)
      check(entry !== undefined, () => `${process.name} sends the webhook of an unknown request`)
      if (!entry) return () => {}
      const { upload } = entry.record
      check(
        !upload || upload.status === 'delivered' || upload.status === 'failed',
        () => `the webhook of ${id} is sent before its upload has ended`,
      )
      onSent(entry, 'webhook', process, durationMs)
      return () => {
        entry.webhook.acknowledged += 1
      }
    },
    /** Requests whose calls had the same Idempotency-Key have the same URL, and only one of them is uploaded. @returns notes the acknowledgement */
    onPut(url: string, process: Process, durationMs: number) {
      const place = withoutSecrets(url)
      const named = [...entries.values()].filter(
        ({ record: { upload } }) => upload && withoutSecrets(upload.url) === place,
      )
      const entry = named.find(({ record }) => record.upload?.status === 'pending') ?? named[0]
      check(entry !== undefined, () => `${process.name} uploads to ${place}, which no request names`)
      if (!entry) return () => {}
      onSent(entry, 'upload', process, durationMs)
      return () => {
        entry.upload.acknowledged += 1
      }
    },
  }
}
