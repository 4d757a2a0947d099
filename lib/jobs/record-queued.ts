import { type AppError, PaymentRequiredError, QuotaExceededError, toAppError } from '../base/errors.ts'
import type { Tiers } from '../core/access/tiers.ts'
import { assertTierAllows } from '../core/options/tier-options.ts'
import type { NewRequest, QueuedRequest } from '../core/requests/request-record.ts'
import { toSummary } from '../core/requests/request-summary.ts'
import { toDeliveries } from '../core/requests/to-deliveries.ts'
import { operations } from '../schema/operations.ts'
import type { DeliveryOptions } from '../schema/render-options.ts'
import type { TierFeature } from '../schema/tier-features.ts'
import type { AccountStatus } from '../store/accounts.ts'
import type { InputStore } from '../store/inputs.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { Hits } from './hits.ts'
import { putQueued } from './put-queued.ts'

export interface RecordQueuedDeps {
  hits: Pick<Hits, 'take' | 'keep' | 'close'>
  requests: Pick<RequestStore, 'putQueued' | 'putFailed'>
  inputs: Pick<InputStore, 'put'>
  queues: Pick<Queues, 'sendWebhook'>
  tiers: Tiers
}

/** A request that the service begins: a run of a task, or one of a batch. */
interface DueRequest {
  account: AccountStatus
  request: Omit<NewRequest, 'counted'>
  /** What the plan of the account must include. */
  feature?: TierFeature
  /** Returns its options as validated. @throws AppError */
  read(): DeliveryOptions
  /** The members that only its kind of request has. */
  more?: Pick<QueuedRequest, 'watch' | 'keptUntil'>
}

/** Records a due request with its hit. It is refused, with the reason, if its account may not render it. Safe to repeat. */
export const recordQueued = async (
  deps: RecordQueuedDeps,
  due: DueRequest,
): Promise<'queued' | 'refused'> => {
  const { account, request, more } = due
  const { hits } = deps
  const read = readDue(deps.tiers, due)
  if ('refusal' in read) return refuse(deps, request, read.refusal)
  const { options } = read
  const announced = {
    ...request,
    ...(options.external_id !== undefined && { externalId: options.external_id }),
    summary: toSummary(operations[request.operation], options),
    ...toDeliveries(options),
  }
  const hit = await hits.take(account, request)
  if (!hit) return refuse(deps, announced, new QuotaExceededError())
  const isNew = await putQueued(deps, { ...announced, options: { ...options }, counted: true, hit, ...more })
  // Another worker with the same message may have been first.
  await (isNew ? hits.keep(account.id, hit) : hits.close(account.id, hit))
  return 'queued'
}

const readDue = (
  tiers: Tiers,
  { account: { plan, paid }, request, feature, read }: DueRequest,
): { options: DeliveryOptions } | { refusal: AppError } => {
  try {
    if (!paid) throw new PaymentRequiredError('The account had an unpaid invoice.')
    const options = read()
    const { input } = operations[request.operation]
    assertTierAllows(plan, { input, ...(feature && { feature }) }, options, tiers)
    return { options }
  } catch (thrown) {
    const refusal = toAppError(thrown)
    if (refusal.statusCode >= 500) throw thrown
    return { refusal }
  }
}

const refuse = async (
  { requests, queues }: Pick<RecordQueuedDeps, 'requests' | 'queues'>,
  request: Omit<NewRequest, 'counted'>,
  { code, message }: AppError,
): Promise<'refused'> => {
  const { created: finished } = request
  await requests.putFailed({ ...request, counted: false, finished, error: { code, message } })
  // If this fails, the message is delivered again and finds an ended request.
  if (request.webhook?.errors) await queues.sendWebhook(request)
  return 'refused'
}
