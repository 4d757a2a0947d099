import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { RateState, RateStep } from '../core/rate-limit.ts'

/** An update of an account's usage item that happens only while the item is as it was expected. */
export type UsageUpdate = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeValues'
>

/** The one conditional write of a step. Every condition names all that the decision rested on. */
export const rateUpdate = (
  step: Exclude<RateStep, { kind: 'refuse' }>,
  { window, limit }: { window: number; limit: number },
): UsageUpdate => {
  if (step.kind === 'count') return count(window, limit)
  if (step.kind === 'tally') return tally(step.seen)
  return step.seen ? reopen(step.seen, step.state) : begin(step.state)
}

const count = (window: number, limit: number): UsageUpdate => ({
  UpdateExpression: 'SET rateAdmitted = rateAdmitted + :one',
  ConditionExpression: 'rateWindow BETWEEN :window AND :next AND rateAdmitted < :limit',
  ExpressionAttributeValues: { ':one': 1, ':window': window, ':next': window + 1, ':limit': limit },
})

const tally = ({ window }: RateState): UsageUpdate => ({
  UpdateExpression: 'SET rateRefused = rateRefused + :one',
  ConditionExpression: 'rateWindow = :window',
  ExpressionAttributeValues: { ':one': 1, ':window': window },
})

const setState =
  'SET rateWindow = :window, rateAdmitted = :admitted, rateRefused = :refused, rateStrikes = :strikes, rateBlockedUntil = :blockedUntil'

const stateValues = ({ window, admitted, refused, strikes, blockedUntil }: RateState) => ({
  ':window': window,
  ':admitted': admitted,
  ':refused': refused,
  ':strikes': strikes,
  ':blockedUntil': blockedUntil,
})

const begin = (state: RateState): UsageUpdate => ({
  UpdateExpression: setState,
  ConditionExpression: 'attribute_not_exists(rateWindow)',
  ExpressionAttributeValues: stateValues(state),
})

/** A late tally in the window that ended may have made it a block. */
const reopen = (seen: RateState, state: RateState): UsageUpdate => ({
  UpdateExpression: setState,
  ConditionExpression: 'rateWindow = :seenWindow AND rateRefused = :seenRefused',
  ExpressionAttributeValues: {
    ...stateValues(state),
    ':seenWindow': seen.window,
    ':seenRefused': seen.refused,
  },
})
