import { bestEffort } from '../best-effort.ts'
import type { Step } from './step.ts'

/** A busy page has no time for an answer. */
const pickerMsMax = 500

/** Closes pickers, which no image shows. Only a click or a script of the caller can open one. */
export const closePickers: Step = async (_session, plan, { world, signal }) => {
  if (plan.clickSelector === undefined && plan.actions === undefined && plan.scripts === undefined) return
  await bestEffort(world.call('closeOpenPickers'), pickerMsMax, signal)
}
