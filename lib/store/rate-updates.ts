import type { RateState, RateStep } from '../core/access/rate-limit.ts'
import type { UsageUpdate } from './usage-item.ts'

/** Each step is one conditional write. Its condition covers every value that the decision used. */
export const rateUpdate = (
  step: Exclude<RateStep, { kind: 'refuse' }>,
  { window, limit }: { window: number; limit: number },
): UsageUpdate => {
  if (step.kind === 'count') return count(window, limit)
  if (step.kind === 'begin') return begin(window, limit)
  if (step.kind === 'tally') return tally(step.seen)
  return reopen(step.seen, step.state)
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

/** Strikes and the end of the last block are kept. */
const begin = (window: number, limit: number): UsageUpdate => ({
  UpdateExpression: 'SET rateWindow = :window, rateAdmitted = :one, rateRefused = :none',
  ConditionExpression: 'attribute_not_exists(rateWindow) OR (rateWindow < :window AND rateRefused < :limit)',
  ExpressionAttributeValues: { ':window': window, ':one': 1, ':none': 0, ':limit': limit },
})

/** A late tally in the window that ended may have made it a block. */
const reopen = (
  seen: RateState,
  { window, admitted, refused, strikes, blockedUntil }: RateState,
): UsageUpdate => ({
  UpdateExpression:
    'SET rateWindow = :window, rateAdmitted = :admitted, rateRefused = :refused, rateStrikes = :strikes, rateBlockedUntil = :blockedUntil',
  ConditionExpression: 'rateWindow = :seenWindow AND rateRefused = :seenRefused',
  ExpressionAttributeValues: {
    ':window': window,
    ':admitted': admitted,
    ':refused': refused,
    ':strikes': strikes,
    ':blockedUntil': blockedUntil,
    ':seenWindow': seen.window,
    ':seenRefused': seen.refused,
  },
})
