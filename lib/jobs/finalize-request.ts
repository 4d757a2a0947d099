import { pendingDelivery, type RequestError, type RequestRecord } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { InputStore } from '../store/inputs.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { Hits } from './hits.ts'
import type { Places } from './places.ts'

export interface FinalizeDeps {
  requests: Pick<RequestStore, 'fail' | 'settle'>
  inputs: Pick<InputStore, 'delete'>
  hits: Pick<Hits, 'refundOwed'>
  places: Pick<Places, 'close'>
  queues: Pick<Queues, 'sendWebhook'>
  nowMs: () => number
}

/**
 * Finalizes an ended request: deletes its input, makes room for another one, refunds the hit that it owes, and queues its upload or webhook last. Every
 * step can be repeated. Any worker that finds an ended request completes the steps that a crash or a failure left open.
 */
export const finalizeRequest = async (
  { queues, ...deps }: SettleDeps & Pick<FinalizeDeps, 'queues'>,
  ended: RequestRecord,
): Promise<void> => {
  await settleRequest(deps, ended)
  const delivery = pendingDelivery(ended)
  if (delivery && ended[delivery]?.attempts.length === 0) await queues.sendWebhook(ended)
}

type SettleDeps = Pick<FinalizeDeps, 'requests' | 'inputs' | 'hits' | 'places'>

/** Deletes the input of an ended request, makes room for another one, and refunds the hit that it owes. */
export const settleRequest = async (
  { requests, inputs, hits, places }: SettleDeps,
  ended: RequestRecord,
): Promise<void> => {
  const { owesHit, hasInput } = ended
  if (hasInput) await inputs.delete(ended)
  await places.close(ended)
  if (owesHit) await hits.refundOwed(ended)
  else if (hasInput) await requests.settle(ended)
}

/**
 * Fails a queued request and finalizes it. Returns undefined, and changes nothing, if the request has already ended.
 * @param freeFailures if its page, or a limit of its account, made it fail: how many such requests a day are free
 */
export const failRequest = async (
  deps: FinalizeDeps,
  record: RequestRecord,
  error: RequestError,
  freeFailures?: number,
): Promise<RequestRecord | undefined> => {
  const failed = await deps.requests.fail(record, { error, finished: toSeconds(deps.nowMs()), freeFailures })
  if (failed) await finalizeRequest(deps, failed)
  return failed
}
