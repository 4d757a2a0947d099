import type { RenderOperationId } from '../../schema/operations.ts'
import type { Hit } from '../access/open-hits.ts'
import type { StoredResult } from './stored-result.ts'

export const requestStatuses = ['queued', 'done', 'failed'] as const

export type RequestStatus = (typeof requestStatuses)[number]

/** One attempt to deliver a webhook. */
export interface WebhookAttempt {
  /** When it began; Unix seconds. */
  time: number
  /** HTTP status of the answer, where there was one. */
  status?: number
  durationMs: number
  /** What went wrong, for the account's owner. */
  error?: string
}

export interface WebhookState {
  url: string
  signed: boolean
  /** A request that fails is announced, too. */
  errors?: boolean | undefined
  /** `waiting` for the request to end, `pending` until it is delivered or given up; `failed` also where the request failed. */
  status: 'waiting' | 'pending' | 'delivered' | 'failed'
  /** The latest; `attemptCount` says how many there were. */
  attempts: WebhookAttempt[]
  /** Attempts in all; absent: none. */
  attemptCount?: number
  /** Attempts since it became pending last, which is its place in the schedule; absent: none. */
  seriesCount?: number
  /** When the next attempt is due; Unix ms. */
  nextAttemptMs?: number
  /** Until then one worker has the next attempt to itself; Unix ms. */
  leaseUntilMs?: number
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

/** One asynchronous request, or a synchronous one whose result was stored. */
export interface RequestRecord extends RequestKey {
  operation: RenderOperationId
  status: RequestStatus
  /** Unix seconds. */
  created: number
  /** Unix seconds. */
  finished?: number
  /** As validated; only while queued, because they may hold credentials. */
  options?: Record<string, unknown>
  /** The options are too large for the record: they are in the bucket until the request ends. */
  hasInput?: boolean
  /** How many workers have begun it. */
  attempts: number
  /** Until then one worker has it to itself; Unix ms. */
  leaseUntilMs?: number
  result?: StoredResult
  error?: RequestError
  taskId?: number
  /** The caller's own name for the request. */
  externalId?: string
  /** Holds a hit of the quota. */
  counted: boolean
  /** The hit that it was given, also after its return. */
  hit?: Hit
  /** The hit is to be given back: the request failed, or was answered from the cache. */
  owesHit?: boolean
  webhook?: WebhookState
}

/** What is known of a request before it is rendered. */
export interface NewRequest extends RequestKey {
  operation: RenderOperationId
  created: number
  taskId?: number | undefined
  externalId?: string | undefined
  counted: boolean
  hit?: Hit | undefined
  webhook?: Pick<WebhookState, 'url' | 'signed' | 'errors'> | undefined
}

export interface QueuedRequest extends NewRequest {
  /** Left out where they are in the bucket. */
  options?: Record<string, unknown> | undefined
  hasInput?: boolean | undefined
}

/** Of a synchronous render that stored its result. */
export interface DoneRequest extends NewRequest {
  finished: number
  result: StoredResult
}

/** Of a run that never was, e.g. because the quota is used up. */
export interface FailedRequest extends NewRequest {
  finished: number
  error: RequestError
}
