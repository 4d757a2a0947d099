import { within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { loadCore } from '../browser/scripts.ts'
import { type FramedPage, tryInFrames } from '../page/call-in-frames.ts'
import { type EmulationStep, type Step, tooBusyFor } from '../page/step.ts'
import { worldName } from '../page/world.ts'

/** Ends animations in every frame from the start of its documents. */
export const finishFromStart: EmulationStep = async ({ cdp, scripts }, plan) => {
  if (!plan.finishAnimations) return
  const source = `${loadCore(scripts)} ${scripts.core.name}.finishAnimations()`
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName })
}

/** Ends the animations that scripts have started since. */
export const finishAgain = async (page: FramedPage, { finishAnimations }: RenderPlan): Promise<void> => {
  if (!finishAnimations) return
  await Promise.all([
    page.world.call('finishAnimations'),
    tryInFrames(page, 'animations', (frame) => frame.call('finishAnimations')),
  ])
}

/** Comes before the delay, because pages react to the end of an animation. */
export const finishStarted: Step = (session, plan, context) =>
  within(
    finishAgain({ ...session, ...context }, plan),
    limitsMs.page.change,
    context.signal,
    tooBusyFor('animations'),
  )
