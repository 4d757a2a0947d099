import type { RequestError, RequestRecord } from '../core/request-record.ts'
import type { HitReturns } from '../store/hit-returns.ts'
import type { InputStore } from '../store/inputs.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'

export interface ConcludeDeps {
  requests: Pick<RequestStore, 'fail' | 'settle'>
  inputs: Pick<InputStore, 'delete'>
  hitReturns: HitReturns
  queues: Pick<Queues, 'sendWebhook'>
  nowMs: () => number
}

/**
 * What follows from the end of a request: its hit goes back if it is owed, its input goes, its webhook is queued. Every step can be
 * repeated, so that whoever meets an ended request finishes what a crash or a failure has left undone.
 */
export const concludeRequest = async (
  { requests, inputs, hitReturns, queues }: Omit<ConcludeDeps, 'nowMs'>,
  ended: RequestRecord,
): Promise<void> => {
  const { accountId, id, created, owesHit, hasInput, webhook } = ended
  if (webhook?.status === 'pending' && webhook.attempts.length === 0)
    await queues.sendWebhook({ accountId, requestId: id })
  if (owesHit) await hitReturns.giveBackOnce(ended, created * 1000)
  if (hasInput) await inputs.delete(ended)
  if (owesHit || hasInput) await requests.settle(ended)
  if (owesHit) await hitReturns.forget(ended)
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
