import { createHash } from 'node:crypto'
import type {
  DeliveryName,
  DoneRequest,
  FailedRequest,
  LoggedRequest,
  NewRequest,
  QueuedRequest,
  RequestKey,
  RequestRecord,
} from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { withoutSecrets } from '../schema/http-url.ts'

/** The step that a record in the index `open` waits for. */
export type OpenKind = 'queued' | 'webhook' | 'ended' | 'batch' | 'places'

type Item = Record<string, unknown>

/** Every request writes to the index. Several partitions keep it below the write limit of one partition. */
const shards = 8

const keptSeconds = 30 * 24 * 3600

/**
 * Workers on different machines have different clocks. A time that is further ahead than this was written before the clock of the
 * machine was set back.
 */
export const clockSkewMs = 5_000

/** How long the log keeps a request that has no record. */
const loggedSeconds = 7 * 24 * 3600

export type LogKind = 'done' | 'failed'

/**
 * Returns the partition of an account's log. It is separate from the records, because a list of the runs of a task would have to read
 * every synchronous request between two runs. Ids of accounts have no `#`.
 */
export const toLogPartition = (accountId: string, kind: LogKind): string => `${accountId}#${kind}`

export const logPartitions = (accountId: string): string[] => [
  toLogPartition(accountId, 'done'),
  toLogPartition(accountId, 'failed'),
]

export const openShards = (kind: OpenKind): string[] =>
  Array.from({ length: shards }, (_, index) => `${kind}#${index}`)

/** The index entry of an open record. @param since Unix seconds from which it counts as waiting */
export const openEntry = (kind: OpenKind, { accountId, id }: RequestKey, since: number) => {
  const [byte = 0] = createHash('sha256').update(`${accountId}/${id}`).digest()
  return { openShard: `${kind}#${byte % shards}`, openSince: since }
}

/** Returns when an ended record expires: 30 days after its end, or with its file if that is later. Unix seconds. */
export const timeToLive = (finished: number, expires = 0) => Math.max(finished + keptSeconds, expires)

const toCommon = ({ upload, webhook, summary, ...request }: NewRequest) => ({
  ...request,
  ...(summary && { summary: JSON.stringify(summary) }),
  attempts: 0,
})

/** @param since Unix seconds of now: `created` may come from an earlier try with the same Idempotency-Key */
export const toQueuedItem = ({ options, watch, ...request }: QueuedRequest, since: number): Item => ({
  ...toCommon(request),
  status: 'queued',
  ...(options && { options: JSON.stringify(options) }),
  ...(watch && { watch: JSON.stringify(watch) }),
  ...(request.upload && { upload: { ...request.upload, ...waiting } }),
  ...(request.webhook && { webhook: { ...request.webhook, ...waiting } }),
  ...openEntry('queued', request, since),
})

export const toDoneItem = (request: DoneRequest): Item => ({
  ...toCommon(request),
  status: 'done',
  ttl: timeToLive(request.finished, request.result.expires),
  ...(request.upload
    ? {
        ...pendingState('upload', request),
        ...(request.webhook && { webhook: { ...request.webhook, ...waiting } }),
      }
    : request.webhook && pendingState('webhook', request)),
})

/** The state of a delivery that does not begin yet. */
const waiting = { status: 'waiting', attempts: [] }

/** A delivery that begins now. */
export const pendingState = (
  name: DeliveryName,
  request: RequestKey & Pick<DoneRequest, 'finished' | DeliveryName>,
) => ({
  [name]: { ...request[name], status: 'pending', attempts: [], nextAttemptMs: request.finished * 1000 },
  ...openEntry('webhook', request, request.finished),
})

/** Changes of the record that make a delivery due now. */
export const beginDelivery = (name: DeliveryName, key: RequestKey, dueMs: number) => ({
  [`${name}.status`]: 'pending',
  [`${name}.nextAttemptMs`]: dueMs,
  ...openEntry('webhook', key, toSeconds(dueMs)),
})

export const toFailedItem = (request: FailedRequest): Item => ({
  ...toCommon(request),
  status: 'failed',
  ttl: timeToLive(request.finished),
  ...(request.upload && {
    upload: { url: withoutSecrets(request.upload.url), status: 'failed', attempts: [] },
  }),
  ...(request.webhook && {
    webhook: { ...request.webhook, status: 'failed', attempts: [] },
    ...(request.webhook.errors && pendingState('webhook', request)),
  }),
})

export const toLogItem = ({ summary, ...request }: LoggedRequest): Item => {
  const status: LogKind = 'error' in request ? 'failed' : 'done'
  return {
    ...toCommon({ ...request, summary, counted: false }),
    accountId: toLogPartition(request.accountId, status),
    status,
    ttl: request.finished + loggedSeconds,
  }
}

/** Undefined also for an expired item, because DynamoDB can take days to remove it. */
export const toRecord = (item: Item | undefined, nowMs: number): RequestRecord | undefined => {
  if (!item) return undefined
  const { openShard: _, openSince: __, ttl, ...rest } = item
  if (typeof ttl === 'number' && ttl * 1000 <= nowMs) return undefined
  for (const name of jsonAttributes) if (typeof rest[name] === 'string') rest[name] = JSON.parse(rest[name])
  return rest as unknown as RequestRecord
}

/** Attributes that are stored as JSON text, which preserves every value. */
const jsonAttributes = ['options', 'summary', 'watch', 'change', 'event']
