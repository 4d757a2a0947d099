import type { BatchView } from '../../schema/batches.ts'
import { withoutCredentials } from '../../schema/http-url.ts'
import { toSeconds } from '../to-seconds.ts'
import type { Batch } from './batch.ts'
import { toWebhookView } from './request-view.ts'

/** Returns the number of requests of a batch that have ended, by outcome. */
export const toBatchCounts = ({ total, counts, dropped = 0, dropCode }: Batch) => {
  const { done = 0, ...failures } = counts
  const codes: Record<string, number> = { ...failures }
  if (dropCode !== undefined && dropped > 0) codes[dropCode] = (codes[dropCode] ?? 0) + dropped
  const failed = Object.values(codes).reduce((sum, count) => sum + count, 0)
  return { total, queued: total - done - failed, done, failed, codes }
}

/** Returns a batch as its account sees it. @param isMasked whether only the host of its webhook is shown */
export const toBatchView = (batch: Batch, nowMs: number, isMasked: boolean): BatchView => {
  const counts = toBatchCounts(batch)
  return {
    id: batch.id,
    operation: batch.operation,
    status: batch.status === 'done' ? 'ended' : 'running',
    created: batch.created,
    finished: batch.finished ?? null,
    ...counts,
    progress: (counts.total - counts.queued) / counts.total,
    estimated_end: estimateEnd(batch, counts, nowMs),
    max_concurrency: batch.maxConcurrency,
    sitemap: batch.sitemap === undefined ? null : withoutCredentials(batch.sitemap),
    key_id: batch.keyId ?? null,
    webhook: toWebhookView(batch.webhook, isMasked),
  }
}

const estimateEnd = (
  { status, created }: Batch,
  { total, queued }: ReturnType<typeof toBatchCounts>,
  nowMs: number,
): number | null => {
  if (status === 'done' || queued === total) return null
  const elapsed = Math.max(1, toSeconds(nowMs) - created)
  return toSeconds(nowMs) + Math.ceil((elapsed * queued) / (total - queued))
}
