import type { Readable } from 'node:stream'
import { ignore, within } from '../base/timers.ts'
import type { StorageKey } from '../core/access/account-storage.ts'
import type { DeliveryState, RequestRecord } from '../core/requests/request-record.ts'
import { toObjectUrl } from '../core/requests/storage-object.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import type { WebhookResponse } from '../core/requests/webhook-outcome.ts'
import type { PostWebhook } from '../egress/post-webhook.ts'
import type { Account } from '../store/accounts.ts'
import type { ResultStore } from '../store/results.ts'
import { putObject } from './put-object.ts'

interface Upload {
  record: Pick<RequestRecord, 'result'>
  state: Pick<DeliveryState, 'url' | 'object'>
  account: Account
  limitMs: number
}

interface Deps {
  files: Pick<ResultStore, 'open'>
  post: PostWebhook
  findKey: (account: Account) => Promise<StorageKey | undefined>
  nowMs: () => number
}

/**
 * Uploads the file of a request to a presigned URL, or to the storage of its account. `limitMs` includes the time until the bucket and what
 * knows the key respond, because another worker takes the upload after it.
 * @throws DeadlineError if they do not respond, which is no attempt
 */
export const uploadResult = async (
  deps: Deps,
  { record: { result }, state, account, limitMs }: Upload,
): Promise<WebhookResponse> => {
  if (!result) return { failure: 'file_missing' }
  const startedMs = performance.now()
  const leftMs = () => limitMs - (performance.now() - startedMs)
  const sending = await prepare(deps, { state, account, limitMs })
  if ('failure' in sending) return sending
  const opening = deps.files.open(result.name)
  const body = await within(opening, leftMs()).catch((error: unknown) => {
    opening.then((late) => late?.destroy(), ignore)
    throw error
  })
  if (!body) return { failure: 'file_missing' }
  try {
    return await sending.send(result, body, leftMs())
  } finally {
    body.destroy()
  }
}

type Send = (result: StoredResult, body: Readable, limitMs: number) => Promise<WebhookResponse>

const prepare = async (
  deps: Deps,
  { state, account, limitMs }: Omit<Upload, 'record'>,
): Promise<{ send: Send } | Extract<WebhookResponse, { status?: undefined }>> => {
  const { url, object } = state
  if (!object) return { send: (...file) => postFile(deps, url, ...file) }
  const { storage } = account
  if (!storage || toObjectUrl(storage, object.key) !== url) return { failure: 'storage_changed' }
  const key = await within(deps.findKey(account), limitMs)
  if (!key) return { failure: 'role_refused' }
  const target = { url, region: storage.region, key }
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
