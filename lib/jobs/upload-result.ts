import type { Readable } from 'node:stream'
import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import { DeadlineError, ignore, within } from '../base/timers.ts'
import type { StorageKey } from '../core/access/account-storage.ts'
import { toUploadSeconds } from '../core/requests/delivery-schedule.ts'
import { isOutage } from '../core/requests/outage.ts'
import type { ReceiverResponse } from '../core/requests/receiver-response.ts'
import type { DeliveryState, RequestRecord } from '../core/requests/request-record.ts'
import { toObjectUrl } from '../core/requests/storage-object.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import type { CallReceiver } from '../egress/call-receiver.ts'
import type { Account } from '../store/accounts.ts'
import type { ResultStore } from '../store/results.ts'
import { putObject } from './put-object.ts'

interface Upload {
  record: Pick<RequestRecord, 'result' | 'finished'>
  state: Pick<DeliveryState, 'url' | 'object'>
  account: Account
  limitMs: number
}

interface Deps {
  files: Pick<ResultStore, 'open'>
  post: CallReceiver
  findKey: (account: Account) => Promise<StorageKey | undefined>
  /** Seconds between the attempts of a series. */
  retrySeconds: readonly number[]
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

/**
 * Uploads the file of a request to a presigned URL, or to the storage of its account. `limitMs` includes the time until the bucket and what
 * knows the key respond, because another worker takes the upload after it.
 * @throws if the file or the key is not available, which is no attempt
 */
export const uploadResult = async (
  deps: Deps,
  { record: { result, finished }, state, account, limitMs }: Upload,
): Promise<ReceiverResponse> => {
  if (!result) return { failure: 'file_missing' }
  const startedMs = performance.now()
  const leftMs = () => limitMs - (performance.now() - startedMs)
  const sending = await prepare(deps, { finished, state, account, limitMs })
  if ('failure' in sending) return sending
  const toFailure = failureOf(deps, { finished, account }, 'file_missing')
  const opening = deps.files.open(result.name)
  const body = await within(opening, leftMs()).catch((error: unknown) => {
    opening.then((late) => late?.destroy(), ignore)
    return toFailure(error)
  })
  if (!body) return { failure: 'file_missing' }
  if ('failure' in body) return body
  let broken: Error | undefined
  body.once('error', (error) => {
    broken = error
  })
  try {
    const response = await sending.send(result, body, leftMs())
    return broken && response.status === undefined ? toFailure(broken) : response
  } finally {
    body.destroy()
  }
}

type Failure = Extract<ReceiverResponse, { status?: undefined }>

type Send = (result: StoredResult, body: Readable, limitMs: number) => Promise<ReceiverResponse>

interface Pending extends Omit<Upload, 'record'> {
  finished: number | undefined
}

/**
 * Returns what turns an error into the failure of an attempt, or throws it, because an outage is no attempt. After the time that a whole
 * series takes it is one, because the webhook waits for the upload.
 */
const failureOf =
  (
    { retrySeconds, nowMs, log }: Deps,
    { finished = 0, account }: Pick<Pending, 'finished' | 'account'>,
    failure: 'file_missing' | 'key_unavailable',
  ) =>
  (error: unknown): Failure => {
    // A key that cannot be decrypted is to be set again. Every error of a file passes, because it was stored.
    const isPassing = failure === 'file_missing' || isOutage(error) || error instanceof DeadlineError
    const isLate = nowMs() / 1000 - finished > toUploadSeconds(retrySeconds)
    if (isPassing && !isLate) throw error
    log.warn({ accountId: account.id, failure, cause: describeCause(error) }, 'upload not prepared')
    return { failure }
  }

const prepare = async (
  deps: Deps,
  { finished, state, account, limitMs }: Pending,
): Promise<{ send: Send } | Failure> => {
  const { url, object } = state
  if (!object) return { send: (...file) => postFile(deps, url, ...file) }
  const { storage } = account
  if (!storage || toObjectUrl(storage, object.key) !== url) return { failure: 'storage_changed' }
  const key = await within(deps.findKey(account), limitMs).catch(
    failureOf(deps, { finished, account }, 'key_unavailable'),
  )
  if (!key) return { failure: 'role_refused' }
  if ('failure' in key) return key
  const target = { url, region: storage.region, owner: storage.bucketOwner, key }
  return {
    send: (result, body, leftMs) => putObject(deps, { ...target, limitMs: leftMs }, { ...result, body }),
  }
}

const postFile = (
  { post }: Deps,
  url: string,
  ...[{ contentType, bytes }, body, limitMs]: Parameters<Send>
): ReturnType<Send> => {
  const headers = { 'Content-Type': contentType, ...(isAzure(url) && { 'x-ms-blob-type': 'BlockBlob' }) }
  return post(url, { headers, body, bytes }, limitMs)
}

/** Azure Blob Storage requires the type of a new blob. Its signed URLs, also with a custom domain, have the version and the signature in `sv` and `sig`. */
const isAzure = (url: string) => {
  const { searchParams } = new URL(url)
  return searchParams.has('sig') && searchParams.has('sv')
}
