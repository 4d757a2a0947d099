import type { RequestKey } from '../core/requests/request-record.ts'
import type { RequestStore } from '../store/requests.ts'
import { type ConcludeDeps, concludeRequest, failRequest } from './conclude-request.ts'
import { type Performed, workersLost } from './perform-request.ts'

interface Deps extends ConcludeDeps {
  requests: Pick<RequestStore, 'find' | 'fail' | 'settle'>
}

/** Ends the request of a message that the queue has delivered in vain too often, unless a worker is at it. */
export const createEndDeadRequest =
  (deps: Deps) =>
  async (key: RequestKey): Promise<Performed> => {
    const record = await deps.requests.find(key)
    if (!record) return { outcome: 'absent' }
    if (record.status !== 'queued') {
      await concludeRequest(deps, record)
      return { outcome: 'ended', record }
    }
    const leftMs = (record.leaseUntilMs ?? 0) - deps.nowMs()
    if (leftMs > 0) return { outcome: 'leased', retrySeconds: Math.ceil(leftMs / 1000), record }
    const failed = await failRequest(deps, record, workersLost)
    // Whoever ended it in between does what follows; this message makes sure of it.
    return failed ? { outcome: 'failed', record: failed } : { outcome: 'superseded', retrySeconds: 0, record }
  }
