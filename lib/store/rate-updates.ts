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
  if (step.kind === 'open') return step.seen ? reopen(step.seen, step.state) : begin(step.state)
  if (step.kind === 'tally') return tally(step.seen)
  return strike(step.seen, step.state)
}

const count = (window: number, limit: number): UsageUpdate => ({
  UpdateExpression: 'SET rateAdmitted = rateAdmitted + :one',
  ConditionExpression:
    'rateWindow BETWEEN :window AND :next AND rateAdmitted < :limit AND rateBlockedUntil <= :window',
  ExpressionAttributeValues: { ':one': 1, ':window': window, ':next': window + 1, ':limit': limit },
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

/** A late strike of the window that ended must not be overwritten. */
const reopen = (seen: RateState, state: RateState): UsageUpdate => ({
  UpdateExpression: setState,
  ConditionExpression: 'rateWindow = :seenWindow AND rateBlockedUntil = :seenBlockedUntil',
  ExpressionAttributeValues: {
    ...stateValues(state),
    ':seenWindow': seen.window,
    ':seenBlockedUntil': seen.blockedUntil,
  },
})

const tally = (seen: RateState): UsageUpdate => ({
  UpdateExpression: 'SET rateRefused = rateRefused + :one',
  ConditionExpression: 'rateWindow = :seenWindow AND rateBlockedUntil = :seenBlockedUntil',
  ExpressionAttributeValues: {
    ':one': 1,
    ':seenWindow': seen.window,
    ':seenBlockedUntil': seen.blockedUntil,
  },
})

const strike = (seen: RateState, state: RateState): UsageUpdate => ({
  UpdateExpression: 'SET rateStrikes = :strikes, rateBlockedUntil = :blockedUntil',
  ConditionExpression: 'rateWindow = :seenWindow AND rateBlockedUntil = :seenBlockedUntil',
  ExpressionAttributeValues: {
    ':strikes': state.strikes,
    ':blockedUntil': state.blockedUntil,
    ':seenWindow': seen.window,
    ':seenBlockedUntil': seen.blockedUntil,
  },
})
