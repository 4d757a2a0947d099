import { runActions } from '../../actions/run-actions.ts'
import { createPageStage } from '../../actions/stage.ts'
import type { Step } from './step.ts'

/** Runs the actions of `actions` in order. In a video, they are recorded instead. */
export const act: Step = async ({ cdp }, { actions }, context) => {
  if (actions === undefined || context.isRecorded) return
  // A dialog would cover what they act on.
  await context.declineConsent()
  await runActions(createPageStage(cdp, context), actions)
}
