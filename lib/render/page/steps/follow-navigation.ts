import { setTimeout as pause } from 'node:timers/promises'
import { untilDeadline } from '../../../deadline.ts'
import type { StepContext } from './step.ts'

/** A link's navigation is announced within a few ms of the click. */
const announceMs = 60

const navigationMsMax = 3_000

/** If what was just done makes the page go elsewhere, waits briefly until it is there. */
export const followNavigation = async ({ document, report, signal }: StepContext): Promise<void> => {
  await pause(announceMs, undefined, { signal })
  if (!document.isLeaving()) return
  const arrived = document.reached(['DOMContentLoaded']).then(() => true)
  if (!(await untilDeadline(arrived, navigationMsMax, signal))) report.waitsExpired.push('navigation')
}
