import type { CDPSession } from 'puppeteer-core'
import type { RenderPlan } from '../../../core/plan/render-plan.ts'
import { finishAnimations } from '../../in-page/finish-animations.ts'
import { callInFrames } from '../call-in-frames.ts'
import { injectMsMax, inTime } from '../time-limits.ts'
import { toDeclaration, type World, worldName } from '../world.ts'
import { busyMessage, type EmulationStep, type Step } from './step.ts'

/** Ends animations in every frame from the start of its documents. */
export const finishFromStart: EmulationStep = async ({ cdp }, plan) => {
  if (!plan.finishAnimations) return
  const source = `(${toDeclaration(finishAnimations)})()`
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName })
}

/** Ends the animations that scripts have started since. */
export const finishAgain = async (
  cdp: Pick<CDPSession, 'send'>,
  world: World,
  plan: RenderPlan,
): Promise<void> => {
  if (!plan.finishAnimations) return
  await Promise.all([world.call(finishAnimations), callInFrames(cdp, finishAnimations)])
}

/** Comes before the delay, because pages react to the end of an animation. */
export const finishStarted: Step = ({ cdp }, plan, { world, signal }) =>
  inTime(finishAgain(cdp, world, plan), injectMsMax, signal, busyMessage('animations'))
