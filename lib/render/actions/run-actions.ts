import { ActionFailedError, InvalidParameterError, PageTimeoutError } from '../../base/errors.ts'
import { DeadlineError } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { Action } from '../../schema/fields/actions.ts'
import { parseKeys } from '../../schema/keys.ts'
import { isContextLost } from '../browser/protocol-errors.ts'
import { runScript } from '../page/evaluate.ts'
import { type Aim, aim, click, clickAt } from './click.ts'
import { pressKey, typeCharacter } from './keyboard.ts'
import { ask, poll } from './poll.ts'
import { scroll } from './scroll-action.ts'
import type { Stage } from './stage.ts'
import { wait } from './wait-action.ts'

/** The time that a visitor takes, in a video. */
const keyMs = 60
const restMs = 350

/**
 * Runs actions in order. Each ends within its own limit, and all of them within the time of the stage.
 *
 * @throws SelectorNotFoundError, PageTimeoutError, ActionFailedError, InvalidParameterError with the index of the action
 */
export const runActions = async (stage: Stage, actions: readonly Action[]): Promise<void> => {
  await assertActionSelectors(stage, actions)
  for (const [index, action] of actions.entries()) {
    const label = `\`actions[${index}]\` (${action.action})`
    if (stage.leftMs() <= 0)
      throw new PageTimeoutError(`${label}: earlier actions used up the whole \`${stage.limitedBy}\`.`)
    await performInTime(stage, action, label)
  }
}

const assertActionSelectors = async ({ until, context: { world } }: Stage, actions: readonly Action[]) => {
  const selectors = actions.map((action) => ('selector' in action ? action.selector : undefined))
  const given = selectors.filter((selector) => selector !== undefined)
  if (given.length === 0) return
  const checked = await until(world.call('findInvalidSelector', given), limitsMs.action.any)
  const invalid = checked?.value
  if (invalid === undefined || invalid === null) return
  throw new InvalidParameterError(
    `\`actions[${selectors.indexOf(invalid)}].selector\`: "${invalid}" is not a valid CSS selector.`,
  )
}

const performInTime = async (stage: Stage, action: Action, label: string) => {
  try {
    if (stage.isShown) await stage.pause(restMs)
    await perform(stage, action, label)
  } catch (cause) {
    if (!(cause instanceof DeadlineError)) throw cause
    throw new PageTimeoutError(`${label}: the video ended before it. Increase \`${stage.limitedBy}\`.`, {
      cause,
    })
  }
}

const perform = async (stage: Stage, action: Action, label: string): Promise<void> => {
  switch (action.action) {
    case 'click':
      return click(stage, { ...action, label, excludesHidden: true })
    case 'double_click':
      return click(stage, { ...action, label, excludesHidden: true }, 2)
    case 'hover':
      return hover(stage, { ...action, label, excludesHidden: true })
    case 'type':
      return type(stage, { ...action, label, excludesHidden: true }, action.text)
    case 'press':
      return press(stage, action, label)
    case 'select':
      return select(stage, { ...action, label, excludesHidden: true }, action.value)
    case 'check':
      return check(stage, { ...action, label, excludesHidden: true }, action.checked)
    case 'scroll':
      return scroll(stage, action, label)
    case 'wait':
      return wait(stage, action, label)
    case 'evaluate':
      return evaluate(stage, action.script, label)
  }
}

const type = async (stage: Stage, wanted: Aim, text: string) => {
  await clickAt(stage, await aim(stage, wanted), wanted.label)
  const isField = await ask(stage, wanted.label, stage.context.world.call('focusTarget'))
  if (!isField)
    throw new ActionFailedError(`${wanted.label}: "${wanted.selector}" is not a field that accepts text.`)
  const sent: Promise<unknown>[] = []
  for (const character of text) {
    sent.push(...typeCharacter(stage.cdp, character))
    if (stage.isShown) await stage.pause(keyMs)
  }
  const leftMs = stage.leftMs()
  if (!(await stage.until(Promise.all(sent), leftMs)))
    throw new PageTimeoutError(
      `${wanted.label}: the page did not handle the text within the ${(leftMs / 1000).toFixed(1)} s that were left of \`${stage.limitedBy}\`.`,
    )
  if (text.includes('\n')) await stage.follow()
}

const press = async (
  stage: Stage,
  { key, selector }: Extract<Action, { action: 'press' }>,
  label: string,
) => {
  if (selector !== undefined) {
    await aim(stage, { selector, label, excludesHidden: true })
    await ask(stage, label, stage.context.world.call('focusTarget'))
  }
  const stroke = parseKeys(key)
  if (stroke) await stage.handled(pressKey(stage.cdp, stroke), 'press')
  await stage.follow()
}

const hover = async (stage: Stage, wanted: Aim) => {
  await stage.moveTo(await aim(stage, wanted))
  await stage.handled([], 'hover')
}

const select = async (stage: Stage, wanted: Aim, value: string) => {
  await hover(stage, wanted)
  const problem = await ask(stage, wanted.label, stage.context.world.call('selectOption', value))
  if (problem !== null) throw new ActionFailedError(`${wanted.label}: ${problem}.`)
  await stage.follow()
}

const check = async (stage: Stage, wanted: Aim, isChecked: boolean) => {
  const { world } = stage.context
  const target = await aim(stage, wanted)
  const before = await ask(stage, wanted.label, world.call('readChecked'))
  if (before === null)
    throw new ActionFailedError(
      `${wanted.label}: "${wanted.selector}" is not a checkbox, a radio button or a switch.`,
    )
  if (before === isChecked) return
  await clickAt(stage, target, wanted.label)
  await stage.follow()
  const isDone = async () => ((await world.call('readChecked')) === !isChecked ? undefined : true)
  if (await poll(stage, limitsMs.action.checked, isDone)) return
  throw new ActionFailedError(
    `${wanted.label}: a click did not ${isChecked ? 'check' : 'clear'} "${wanted.selector}".`,
  )
}

const evaluate = async (stage: Stage, script: string, label: string) => {
  const limitMs = Math.min(limitsMs.action.any, stage.leftMs())
  let outcome: { value: string | undefined } | undefined
  try {
    const loopMs = stage.isShown ? Math.min(limitsMs.action.loop, limitMs) : limitMs
    outcome = await stage.until(runScript(stage.cdp, script, loopMs), limitMs)
  } catch (error) {
    // The script has left the page.
    if (!isContextLost(error)) throw error
    outcome = { value: undefined }
  }
  if (!outcome)
    throw new PageTimeoutError(`${label}: the script did not end within ${(limitMs / 1000).toFixed(1)} s.`)
  if (outcome.value !== undefined) throw new ActionFailedError(`${label}: ${outcome.value}`)
  await stage.follow()
}
