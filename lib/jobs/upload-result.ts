import { ignore, within } from '../base/timers.ts'
import type { RequestRecord } from '../core/requests/request-record.ts'
import type { WebhookResponse } from '../core/requests/webhook-outcome.ts'
import type { PostWebhook } from '../egress/post-webhook.ts'
import type { ResultStore } from '../store/results.ts'

interface Upload {
  record: Pick<RequestRecord, 'result'>
  url: string
  limitMs: number
}

/**
 * Uploads the file of a request to a presigned URL. `limitMs` includes the time until the bucket responds, because another worker takes the
 * upload after it.
 * @throws DeadlineError if the bucket does not respond, which is no attempt
 */
export const uploadResult = async (
  { files, post }: { files: Pick<ResultStore, 'open'>; post: PostWebhook },
  { record: { result }, url, limitMs }: Upload,
): Promise<WebhookResponse> => {
  if (!result) return { failure: 'file_missing' }
  const startedMs = performance.now()
  const opening = files.open(result.name)
  const body = await within(opening, limitMs).catch((error: unknown) => {
    opening.then((late) => late?.destroy(), ignore)
    throw error
  })
  if (!body) return { failure: 'file_missing' }
  try {
    const headers = {
      'Content-Type': result.contentType,
      ...(isAzure(url) && { 'x-ms-blob-type': 'BlockBlob' }),
    }
    return await post(url, { headers, body, bytes: result.bytes }, limitMs - (performance.now() - startedMs))
  } finally {
    body.destroy()
  }
}

/** Azure Blob Storage requires the type of a new blob. Its signed URLs, also with a custom domain, have the version and the signature in `sv` and `sig`. */
const isAzure = (url: string) => {
  const { searchParams } = new URL(url)
  return searchParams.has('sig') && searchParams.has('sv')
}
