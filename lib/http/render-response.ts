import { Readable } from 'node:stream'
import { toContentDisposition } from '../core/html/content-disposition.ts'
import { isPageText, pageTextPolicy } from '../core/requests/result-name.ts'
import type { RenderOutcome } from '../jobs/render-now.ts'
import type { ApiResponse } from './response.ts'

/** Returns the response of a synchronous render: the bytes, and their metadata in headers. */
export const renderResponse = (outcome: RenderOutcome, attachmentName: string | undefined): ApiResponse => ({
  statusCode: 200,
  headers: {
    'Content-Type': outcome.contentType,
    'Content-Disposition': toContentDisposition(attachmentName, outcome.extension),
    ...outcome.headers,
    ...(isPageText(outcome.extension) && { 'Content-Security-Policy': pageTextPolicy }),
    ...(outcome.cache && {
      'X-Service-Cache': outcome.cache.status,
      ...(outcome.cache.status === 'hit' && { Age: String(outcome.cache.ageSeconds) }),
    }),
  },
  body: outcome.body instanceof Readable ? { stream: outcome.body, bytes: outcome.bytes } : outcome.body,
})
