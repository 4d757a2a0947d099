import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { TableName } from '../../infra/tables.ts'
import { ownerOf } from '../../lib/core/requests/batch.ts'
import type { RequestRecord } from '../../lib/core/requests/request-record.ts'
import { toRecord } from '../../lib/store/request-items.ts'
import type { OnWrite } from './dynamodb.ts'
import type { Engine, Process } from './engine.ts'
import type { Item } from './expressions.ts'

/** What is known of a request, also after its record has expired. */
export interface Entry {
  /** As it was last written. */
  record: RequestRecord
  /** How often it went from queued to done or failed. */
  ends: number
  /** Attempts to deliver its webhook that the receiver acknowledged. */
  acknowledged: number
  /** When its webhook was sent. */
  postedMs: number[]
  /** Until when the latest attempt may be under way. */
  postingUntilMs: number
}

export type Ledger = ReturnType<typeof createLedger>

/** What a webhook announces outlives its last attempt. The file may be minutes older than the end of its request. */
const keptSeconds = 48 * 3600

/** The clocks of two processes differ by less. */
const skewMs = 1_000

const decode = (item: Item | undefined) => item && toRecord(unmarshall(item as never), 0)

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
    const { id, result, change, webhook, finished = 0 } = entry.record
    entry.ends += 1
    check(
      !result || !webhook || result.expires >= finished + keptSeconds - 300,
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

  const onRequest = (before: RequestRecord | undefined, after: RequestRecord) => {
    const entry = entries.get(after.id) ?? {
      record: after,
      ends: 0,
      acknowledged: 0,
      postedMs: [],
      postingUntilMs: 0,
    }
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
    if (after.webhook?.status === 'delivered' && before?.webhook?.status !== 'delivered')
      check(entry.acknowledged > 0, () => `${after.id} counts as delivered without an acknowledgement`)
  }

  const onWrite: OnWrite = (table: TableName, before, after) => {
    if (table === 'requests' && after) onRequest(decode(before), decode(after) as RequestRecord)
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
    /** @param current the record as it is stored now */
    onPost(current: RequestRecord | undefined, process: Process, durationMs: number) {
      const entry = current && entries.get(current.id)
      if (!entry) return check(false, () => `${process.name} sends the webhook of an unknown request`)
      const { record } = entry
      entry.postedMs.push(engine.nowMs())
      check(
        record.webhook?.status === 'pending',
        () => `${record.id} is sent again, its webhook is ${record.webhook?.status}`,
      )
      check(entry.postingUntilMs <= engine.nowMs(), () => `${record.id} is sent twice at the same time`)
      entry.postingUntilMs = engine.nowMs() + durationMs
      if (record.result) announce(record.result, `the webhook of ${record.id}`)
      assertOpen(ownerOf(record), process, `sends the webhook ${record.id}`)
    },
  }
}
