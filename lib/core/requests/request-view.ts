import { maskCredentials, maskedUrl, withoutSecrets } from '../../schema/http-url.ts'
import type { RenderResult } from '../../schema/render-result.ts'
import { type RequestList, type RequestView, toCursor } from '../../schema/requests.ts'
import type { ArtifactFacts } from '../plan/artifact.ts'
import { toChangeView } from '../watch/run-change.ts'
import type { DeliveryState, RequestRecord, Upload, WebhookState } from './request-record.ts'
import type { StoredPart, StoredResult } from './stored-result.ts'

/**
 * Returns a request as its account sees it.
 * @param cacheUrl URL below which results are public, without trailing slash
 * @param isMasked whether only the host of its webhook is shown
 */
export const toRequestView = (record: RequestRecord, cacheUrl: string, isMasked: boolean): RequestView => ({
  id: record.id,
  operation: record.operation,
  status: record.status,
  created: record.created,
  finished: record.finished ?? null,
  file: record.result ? `${cacheUrl}/${record.result.name}` : null,
  expires: record.result?.expires ?? null,
  error: record.error ?? null,
  ...toOriginView(record),
  duration_ms: record.durationMs ?? null,
  ...toFileView(record.result ?? record.sent, cacheUrl),
  change: record.change ? toChangeView(record.change, cacheUrl) : null,
  upload: record.upload
    ? { ...toDeliveryView(record.upload, record.upload.url), ...toUploadView(record.upload) }
    : null,
  webhook: toWebhookView(record.webhook, isMasked),
})

const toOriginView = ({ taskId, batchId, externalId, keyId, summary }: RequestRecord) => ({
  task_id: taskId ?? null,
  batch_id: batchId ?? null,
  external_id: externalId ?? null,
  key_id: keyId ?? null,
  url: summary?.url ?? null,
  options: summary?.options ?? {},
  omitted_options: summary?.omitted ?? [],
})

/** Returns a page of requests, with the cursor of the next one. @param nextId undefined on the last page */
export const toRequestList = (
  { records, nextId }: { records: readonly RequestRecord[]; nextId?: string | undefined },
  cacheUrl: string,
  isMasked: boolean,
): RequestList => ({
  requests: records.map((record) => toRequestView(record, cacheUrl, isMasked)),
  cursor: nextId === undefined ? null : toCursor(nextId),
})

const toFileView = (
  result: Pick<StoredResult, 'contentType' | 'bytes' | 'facts' | 'parts'> | undefined,
  cacheUrl: string,
) => ({
  content_type: result?.contentType ?? null,
  bytes: result?.bytes ?? null,
  ...toSizeView(result?.facts),
  page_status: result?.facts?.status ?? null,
  page_title: result?.facts?.title ?? null,
  timeout: result?.facts?.timeout ?? null,
  incomplete: result ? (result.facts?.incomplete ?? []) : null,
  outputs: result?.parts ? toOutputsView(result.parts, cacheUrl) : null,
})

/** Returns the size of a result, with null for what it does not have. */
export const toSizeView = ({ width, height, pages, durationMs }: ArtifactFacts = {}) => ({
  width: width ?? null,
  height: height ?? null,
  // A count that could not be read.
  pages: pages || null,
  duration: durationMs === undefined ? null : durationMs / 1000,
})

/** Returns the files of a snapshot by output. */
export const toOutputsView = (
  parts: readonly StoredPart[],
  cacheUrl: string,
): NonNullable<RequestView['outputs']> =>
  Object.fromEntries(
    parts.map(({ output, name, contentType, bytes, facts }) => {
      const { duration: _, ...size } = toSizeView(facts)
      return [output, { file: `${cacheUrl}/${name}`, content_type: contentType, bytes, ...size }]
    }),
  )

/** Returns where a file is uploaded to, without what permits it. */
export const toUploadView = ({ url, object }: Upload): NonNullable<RenderResult['upload']> => ({
  url: withoutSecrets(url),
  bucket: object?.bucket ?? null,
  key: object?.key ?? null,
})

/** Returns the webhook of a request or a batch. @param isMasked whether only its host is shown */
export const toWebhookView = (
  webhook: WebhookState | undefined,
  isMasked: boolean,
): RequestView['webhook'] =>
  webhook ? toDeliveryView(webhook, isMasked ? maskedUrl(webhook.url) : maskCredentials(webhook.url)) : null

export const toDeliveryView = (
  { status, attempts, nextAttemptMs }: DeliveryState,
  url: string,
): NonNullable<RequestView['webhook']> => ({
  url,
  status: status === 'waiting' ? 'pending' : status,
  attempts: attempts.map((attempt) => ({
    time: attempt.time,
    status: attempt.status ?? null,
    duration_ms: attempt.durationMs,
    error: attempt.error ?? null,
  })),
  next_attempt: status === 'pending' && nextAttemptMs !== undefined ? Math.ceil(nextAttemptMs / 1000) : null,
})
