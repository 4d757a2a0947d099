import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import type { StepContext } from './step.ts'

/** A link's navigation is announced within a few ms of the click. */
const announceMs = 60

/** If the previous action makes the page navigate, waits briefly for the new document. */
export const followNavigation = async ({ document, report, signal }: StepContext): Promise<void> => {
  await pause(announceMs, undefined, { signal })
  if (!document.isLeaving()) return
  const arrived = document.reached(['DOMContentLoaded']).then(() => true)
  if (!(await until(arrived, limitsMs.load.navigation, signal))) noteExpired(report, 'navigation')
}
