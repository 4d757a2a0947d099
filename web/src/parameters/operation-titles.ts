import type { RenderOperationId } from '../../../lib/schema/operations.ts'

/** The names of the operations in the dashboard. */
export const operationTitles: Record<RenderOperationId, string> = {
  screenshot: 'Screenshot',
  screencast: 'Screencast',
  pdf: 'PDF',
  scrape: 'Scrape',
  snapshot: 'Snapshot',
}
