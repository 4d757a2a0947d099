import type { RequestKey } from '../core/requests/request-record.ts'
import type { RequestStore } from '../store/requests.ts'
import { type FollowDeps, followed } from './batches/follow-batch.ts'
import { type FinalizeDeps, failRequest, finalizeRequest } from './finalize-request.ts'
import { type Performed, workersLost } from './perform-request.ts'

interface Deps extends FinalizeDeps, FollowDeps {
  requests: Pick<RequestStore, 'find' | 'fail' | 'settle'>
}

/** Fails a request whose message exhausted its receives, unless a worker still holds it. */
export const createEndDeadRequest = (deps: Deps) => followed(createEndDead(deps), deps)

const createEndDead =
  (deps: Deps) =>
  async (key: RequestKey): Promise<Performed> => {
    const record = await deps.requests.find(key)
    if (!record) return { outcome: 'absent' }
    if (record.status !== 'queued') {
      await finalizeRequest(deps, record)
      return { outcome: 'ended', record }
    }
    const leftMs = (record.leaseUntilMs ?? 0) - deps.nowMs()
    if (leftMs > 0) return { outcome: 'leased', retrySeconds: Math.ceil(leftMs / 1000), record }
    const failed = await failRequest(deps, record, workersLost)
    // Another worker ended the request in the meantime. This message makes sure that it is finalized.
    return failed ? { outcome: 'failed', record: failed } : { outcome: 'superseded', retrySeconds: 0, record }
  }
