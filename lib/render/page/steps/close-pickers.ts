import { limitsMs } from '../../../core/plan/budgets.ts'
import { bestEffort } from '../best-effort.ts'
import type { Step } from './step.ts'

/** Closes pickers, which no image shows. Only a click or a script of the caller can open one. */
export const closePickers: Step = async (_session, plan, { world, signal }) => {
  if (plan.clickSelector === undefined && plan.actions === undefined && plan.scripts === undefined) return
  await bestEffort(world.call('closeOpenPickers'), limitsMs.page.pickers, signal)
}
