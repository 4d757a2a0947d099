import type { Readable } from 'node:stream'
import type { Artifact } from '../core/plan/artifact.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { Account } from '../store/accounts.ts'
import type { StoringOptions, StoringRequest } from './store-result.ts'

export interface RenderOptions extends StoringOptions {
  format?: string | undefined
  async: boolean
  webhook_url?: string | undefined
  webhook_signed: boolean
  webhook_errors: boolean
  external_id?: string | undefined
}

/** A render whose caller waits for the response. */
export interface RenderRequest extends StoringRequest {
  account: Pick<Account, 'id' | 'plan' | 'secretKey'>
  operation: StoringRequest['operation'] & { id: RenderOperationId }
  options: RenderOptions
  /** Unix milliseconds. */
  createdMs: number
  render: (signal: AbortSignal) => Promise<Artifact>
  signal: AbortSignal
}

/** The result of the request, rendered or cached. */
export interface RenderOutcome {
  contentType: string
  /** Of this request, also where the render was another one's: `jpg` and `jpeg` share a result. */
  extension: string
  /** Response headers that describe the render. */
  headers: Readonly<Record<string, string>>
  body: Buffer | Readable
  bytes: number
  /** Only for a request with `cache`. */
  cache?: { status: 'hit' | 'miss'; ageSeconds: number }
}
