import { PageTimeoutError } from '../../base/errors.ts'
import type { Action } from '../../schema/fields/actions.ts'
import { evaluateExpression } from '../page/evaluate.ts'
import { poll } from './poll.ts'
import type { Stage } from './stage.ts'

/** Waits for a time, an element, an expression or the network. @throws PageTimeoutError */
export const wait = async (stage: Stage, action: Extract<Action, { action: 'wait' }>, label: string) => {
  const { milliseconds, selector, state = 'visible', expression } = action
  const leftMs = stage.leftMs()
  const left = `${(leftMs / 1000).toFixed(1)} s`
  const expired = (what: string) =>
    new PageTimeoutError(`${label}: ${what} within the ${left} that were left of \`${stage.limitedBy}\`.`)
  if (milliseconds !== undefined) {
    if (milliseconds > leftMs)
      throw new PageTimeoutError(
        `${label}: cannot wait ${milliseconds} ms: only ${left} of \`${stage.limitedBy}\` are left.`,
      )
    return stage.pause(milliseconds)
  }
  const { world, network } = stage.context
  if (selector !== undefined) {
    const isReached = async () =>
      (await world.call('hasVisible', selector, true)) === (state === 'visible') || undefined
    if (await poll(stage, leftMs, isReached)) return
    throw expired(
      state === 'visible' ? `no visible element matched "${selector}"` : `"${selector}" was not hidden`,
    )
  }
  if (expression === undefined) {
    if (await stage.until(network.idle(0), leftMs)) return
    throw expired('the network did not become idle')
  }
  const outcome = await awaitExpression(stage, expression, leftMs)
  if (outcome.isTrue) return
  throw expired(`the expression did not become true${outcome.reason}`)
}

/** Evaluates an expression until it is true. `reason` continues a sentence that says that it is not. */
export const awaitExpression = async (
  stage: Stage,
  expression: string,
  msMax: number,
): Promise<{ isTrue: boolean; reason: string }> => {
  let reason = ''
  const isTrue = await poll(stage, msMax, async () => {
    const outcome = await evaluateExpression(stage.cdp, expression)
    reason = outcome.error === undefined ? '' : ` (${outcome.error})`
    return outcome.isTrue || undefined
  })
  return { isTrue: isTrue === true, reason }
}
