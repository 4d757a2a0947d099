import { within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { loadCore } from '../browser/scripts.ts'
import { callInFrames } from '../page/call-in-frames.ts'
import { type EmulationStep, type Step, tooBusyFor } from '../page/step.ts'
import { type World, type WorldSession, worldName } from '../page/world.ts'

/** Ends animations in every frame from the start of its documents. */
export const finishFromStart: EmulationStep = async ({ cdp, scripts }, plan) => {
  if (!plan.finishAnimations) return
  const source = `${loadCore(scripts)} ${scripts.core.name}.finishAnimations()`
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName })
}

/** Ends the animations that scripts have started since. */
export const finishAgain = async (session: WorldSession, world: World, plan: RenderPlan): Promise<void> => {
  if (!plan.finishAnimations) return
  await Promise.all([world.call('finishAnimations'), callInFrames(session, 'finishAnimations')])
}

/** Comes before the delay, because pages react to the end of an animation. */
export const finishStarted: Step = (session, plan, { world, signal }) =>
  within(finishAgain(session, world, plan), limitsMs.page.change, signal, tooBusyFor('animations'))
