import { setTimeout as pause } from 'node:timers/promises'
import { waitForElement } from '../../in-page/elements.ts'
import { inTime } from '../time-limits.ts'
import { assertSelectors } from './assert-selectors.ts'
import { reachMs, type Step } from './step.ts'

export const waitForSelector: Step = async (_session, { waitForSelector: selector, timeoutMs }, context) => {
  if (selector === undefined) return
  await assertSelectors('wait_for_selector', [selector], context)
  const message = `\`wait_for_selector\`: no visible element matched "${selector}" within ${timeoutMs / 1000} s.`
  await inTime(context.world.call(waitForElement, selector), reachMs(context), context.signal, message)
}

export const waitDelay: Step = async (_session, { delayMs }, { signal }) => {
  if (delayMs === 0) return
  await pause(delayMs, undefined, { signal })
}
