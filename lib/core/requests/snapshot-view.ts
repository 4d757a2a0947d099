import { withoutCredentials } from '../../schema/http-url.ts'
import type { PageMetadata, SnapshotDocument } from '../../schema/snapshot-document.ts'
import { toOutputsView } from './request-view.ts'
import type { StoredResult } from './stored-result.ts'

interface DocumentOptions {
  /** As sent by the caller. Absent for `html`. */
  url: string | undefined
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
  metadata: PageMetadata | undefined
}

/** Returns the document of a snapshot, whose parts are stored. */
export const toSnapshotDocument = (
  {
    page = {},
    parts = [],
    facts,
    created,
    expires,
  }: Pick<StoredResult, 'page' | 'parts' | 'facts' | 'created' | 'expires'>,
  { url, cacheUrl, metadata }: DocumentOptions,
): SnapshotDocument => ({
  url: url === undefined ? null : withoutCredentials(url),
  final_url: page.url ?? null,
  status: page.status ?? null,
  title: page.title ?? null,
  timeout: facts?.timeout ?? null,
  incomplete: facts?.incomplete ?? [],
  created,
  expires,
  outputs: toOutputsView(parts, cacheUrl),
  metadata: metadata ?? null,
})
