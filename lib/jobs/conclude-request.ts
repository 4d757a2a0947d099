import type { RequestError, RequestRecord } from '../core/requests/request-record.ts'
import type { InputStore } from '../store/inputs.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { Hits } from './hits.ts'

export interface ConcludeDeps {
  requests: Pick<RequestStore, 'fail' | 'settle'>
  inputs: Pick<InputStore, 'delete'>
  hits: Pick<Hits, 'returnOwed'>
  queues: Pick<Queues, 'sendWebhook'>
  nowMs: () => number
}

/**
 * Does what follows from the end of a request: deletes its input, returns the hit that it owes, and last queues its webhook. Every
 * step can be repeated: whichever worker finds an ended request completes what a crash or a failure left undone.
 */
export const concludeRequest = async (
  { requests, inputs, hits, queues }: Omit<ConcludeDeps, 'nowMs'>,
  ended: RequestRecord,
): Promise<void> => {
  const { accountId, id, owesHit, hasInput, webhook } = ended
  if (hasInput) await inputs.delete(ended)
  if (owesHit) await hits.returnOwed(ended)
  else if (hasInput) await requests.settle(ended)
  if (webhook?.status === 'pending' && webhook.attempts.length === 0)
    await queues.sendWebhook({ accountId, requestId: id })
}

/** Ends a queued request as failed, with all that follows. Undefined: it had ended already, nothing is changed. */
export const failRequest = async (
  deps: ConcludeDeps,
  record: RequestRecord,
  error: RequestError,
): Promise<RequestRecord | undefined> => {
  const failed = await deps.requests.fail(record, { error, finished: Math.floor(deps.nowMs() / 1000) })
  if (failed) await concludeRequest(deps, failed)
  return failed
}
