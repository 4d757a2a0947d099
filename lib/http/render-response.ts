import { Readable } from 'node:stream'
import { toContentDisposition } from '../core/html/content-disposition.ts'
import { isPageText, pageTextPolicy } from '../core/requests/result-name.ts'
import { toResultView } from '../core/requests/result-view.ts'
import type { FileOutcome, StoredOutcome } from '../jobs/render-now.ts'
import { type ApiResponse, jsonResponse } from './response.ts'

/** Returns the response of a synchronous render: the bytes, and their metadata in headers. */
export const renderResponse = (outcome: FileOutcome, attachmentName: string | undefined): ApiResponse => ({
  statusCode: 200,
  headers: {
    'Content-Type': outcome.contentType,
    'Content-Disposition': toContentDisposition(attachmentName, outcome.extension),
    ...outcome.headers,
    ...(isPageText(outcome.extension) && { 'Content-Security-Policy': pageTextPolicy }),
    ...cacheHeaders(outcome),
  },
  body: outcome.body instanceof Readable ? { stream: outcome.body, bytes: outcome.bytes } : outcome.body,
})

/** Returns the JSON response that names the stored file. */
export const resultResponse = (
  outcome: StoredOutcome,
  options: Omit<Parameters<typeof toResultView>[1], 'upload'>,
): ApiResponse => {
  const { result, upload } = outcome
  const response = jsonResponse(toResultView(result, { ...options, upload }))
  return { ...response, headers: { ...response.headers, ...cacheHeaders(outcome) } }
}

const cacheHeaders = ({ cache }: Pick<FileOutcome, 'cache'>): Record<string, string> =>
  cache
    ? {
        'X-Service-Cache': cache.status,
        ...(cache.status === 'hit' && { Age: String(cache.ageSeconds) }),
      }
    : {}
