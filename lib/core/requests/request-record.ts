import type { RenderOperationId } from '../../schema/operations.ts'
import type { RequestStatus } from '../../schema/requests.ts'
import type { Hit } from '../access/open-hits.ts'
import type { RunChange, RunWatch } from '../watch/run-change.ts'
import type { RequestSummary } from './request-summary.ts'
import { fileNamesOf, type StoredResult } from './stored-result.ts'

/** One attempt to upload a file or to deliver a webhook. */
export interface DeliveryAttempt {
  /** When the attempt began, in Unix seconds. */
  time: number
  /** HTTP status of the response, if there was one. */
  status?: number
  durationMs: number
  /** Why the attempt failed, for the owner of the account. */
  error?: string
}

/** What is done with a result. An upload comes first, and the webhook announces its outcome. */
export type DeliveryName = 'upload' | 'webhook'

/** Where a file is uploaded to. */
export interface Upload {
  /** That of an upload that has ended has no query, which may permit to write. */
  url: string
  /** Of the storage of the account. Absent with `upload_url`. */
  object?: { bucket: string; key: string }
}

export interface DeliveryState extends Upload {
  /** `waiting` for the request and its upload to end, `pending` until it is delivered or all attempts have failed. `failed` includes failed requests. */
  status: 'waiting' | 'pending' | 'delivered' | 'failed'
  /** The latest attempts. `attemptCount` is the total. */
  attempts: DeliveryAttempt[]
  /** Total number of attempts. Absent if none was made. */
  attemptCount?: number
  /** Attempts since it last became pending, which is its position in the schedule. Absent if none was made. */
  seriesCount?: number
  /** When the next attempt is due, in Unix ms. */
  nextAttemptMs?: number
  /** Until when one worker holds the next attempt exclusively, in Unix ms. */
  leaseUntilMs?: number
}

export interface WebhookState extends DeliveryState {
  signed: boolean
  /** Failed requests are announced too. */
  errors?: boolean | undefined
}

export interface RequestError {
  /** As in the header `X-Service-Error`. */
  code: string
  message: string
}

export interface RequestKey {
  accountId: string
  id: string
}

/** The content of a response whose result was not stored. */
export type SentFile = Pick<StoredResult, 'contentType' | 'bytes' | 'facts'>

/** One asynchronous request, a synchronous one whose result was stored, or the entry of another one in the log of requests. */
export interface RequestRecord extends RequestKey {
  operation: RenderOperationId
  status: RequestStatus
  /** Unix seconds. */
  created: number
  /** Unix seconds. */
  finished?: number
  /** As validated. Kept only while queued, because they may contain credentials. */
  options?: Record<string, unknown>
  /** The options are too large for the record and are in the bucket until the request ends. */
  hasInput?: boolean
  /** How many workers have claimed the request. */
  attempts: number
  /** Until when one worker holds the request exclusively, in Unix ms. */
  leaseUntilMs?: number
  /** Identifies the claim of the worker that holds the request. */
  claimId?: string
  /** When the worker that holds the request claimed it, in Unix ms. */
  startedMs?: number
  /** Of the attempt that ended the request. Absent if none did. */
  durationMs?: number
  /** Absent if the options were not valid. */
  summary?: RequestSummary
  /** The access key that sent the request. Absent for the run of a task. */
  keyId?: string
  /** The part of the trace of the call that created it. Absent for the run of a task. */
  traceparent?: string
  result?: StoredResult
  /** Only in the log. */
  sent?: SentFile
  error?: RequestError
  taskId?: number
  batchId?: string
  /** The lane of its batch that goes on when it has ended, and its place in the list of the batch. */
  lane?: string
  index?: number
  /** The caller's own name for the request. */
  externalId?: string
  /** Holds a hit against the quota. */
  counted: boolean
  /** The hit that was counted, even after it was refunded. */
  hit?: Hit
  /** How the run is compared. Kept only while queued. */
  watch?: RunWatch
  /** Until when the file of the run is kept, in Unix seconds, instead of for `cache_ttl`. Kept only while queued. */
  keptUntil?: number
  /** Absent unless the task of the run watches its page. */
  change?: RunChange
  /** Names of the files with the differences between this result and others. Absent if it was not compared. */
  differences?: ReadonlySet<string>
  /** The hit must be refunded, because the request failed or was served from the cache. */
  owesHit?: boolean
  /** How many renders a day are free that fail because of their page, as this one. Kept while it owes its hit. */
  freeFailures?: number
  upload?: DeliveryState
  webhook?: WebhookState
}

/** Returns which delivery of an ended request is due, now or later. At most one is. */
export const pendingDelivery = (record: Pick<RequestRecord, DeliveryName>): DeliveryName | undefined =>
  (['upload', 'webhook'] as const).find((name) => record[name]?.status === 'pending')

/** A request before it is rendered. */
export interface NewRequest extends RequestKey {
  operation: RenderOperationId
  created: number
  taskId?: number | undefined
  batchId?: string | undefined
  lane?: string | undefined
  index?: number | undefined
  externalId?: string | undefined
  summary?: RequestSummary | undefined
  keyId?: string | undefined
  traceparent?: string | undefined
  counted: boolean
  hit?: Hit | undefined
  upload?: Upload | undefined
  webhook?: Pick<WebhookState, 'url' | 'signed' | 'errors'> | undefined
}

export interface QueuedRequest extends NewRequest {
  /** Absent if they are in the bucket. */
  options?: Record<string, unknown> | undefined
  hasInput?: boolean | undefined
  watch?: RunWatch | undefined
  keptUntil?: number | undefined
}

/** Creates the record of a synchronous render that stored its result. */
export interface DoneRequest extends NewRequest {
  finished: number
  durationMs?: number
  result: StoredResult
}

/** Creates the record of a run that was not rendered, for example because the quota is used up, or of a synchronous render that failed. */
export interface FailedRequest extends NewRequest {
  finished: number
  durationMs?: number
  error: RequestError
}

/** Creates the entry of a synchronous request in the log. Neither a state nor a webhook follows from it. */
export type LoggedRequest = Omit<NewRequest, DeliveryName | 'counted' | 'hit' | 'taskId'> & {
  finished: number
  durationMs: number
} & ({ sent: SentFile } | { error: RequestError })

/** Returns the names of the files that belong to a request: its result, and how it differs from others. */
export const fileNamesOfRequest = ({ result, change, differences }: RequestRecord): string[] => [
  ...[result, change?.difference, change?.textDifference].flatMap(fileNamesOf),
  ...(differences ?? []),
]
