import type { CDPSession } from 'puppeteer-core'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import type { PageSession } from '../browser/page-session.ts'
import { failOnStatus } from '../page/assert-content.ts'
import { noteUnlessGone } from '../page/best-effort.ts'
import { followFrames } from '../page/follow-targets.ts'
import { capturedOnTimeout, type EmulationStep, type Step } from '../page/step.ts'
import type { Needs } from '../use.ts'
import { act, clickSelector, closePickers, scrollIntoView } from './act.ts'
import { hideSelectors, injectScripts, injectStyles } from './change-page.ts'
import {
  bypassCsp,
  disableScripts,
  setGeolocation,
  setMedia,
  setTimezone,
  setTouch,
  setVision,
} from './emulation.ts'
import { finishFromStart, finishStarted } from './finish-animations.ts'
import { maskFromStart, maskSelectors } from './mask.ts'
import {
  emptyClipboard,
  prepareDocuments,
  prepareWorker,
  refuseFullscreen,
  runFirst,
} from './prepare-documents.ts'
import { setCookies } from './set-cookies.ts'
import { setIdentity } from './set-identity.ts'
import { setViewport } from './set-viewport.ts'
import { waitDelay, waitForFunction, waitForSelector } from './wait.ts'

/** Settings that must also be sent to a frame in a separate process, because the browser applies them only to the process of the main frame. */
const perProcess: readonly EmulationStep[] = [
  setMedia,
  setTouch,
  setTimezone,
  setIdentity,
  disableScripts,
  prepareDocuments,
  runFirst,
  maskFromStart,
  finishFromStart,
]

const perPage: readonly ((session: PageSession, plan: RenderPlan) => Promise<void>)[] = [
  setVision,
  setGeolocation,
  setCookies,
  bypassCsp,
]

/** Run once the page is open. The delay is for the effects of the steps before it. */
const steps: readonly Step[] = [
  failOnStatus,
  capturedOnTimeout('wait_for_selector', waitForSelector),
  capturedOnTimeout('wait_for_function', waitForFunction),
  injectStyles,
  injectScripts,
  hideSelectors,
  maskSelectors,
  clickSelector,
  capturedOnTimeout('actions', act),
  scrollIntoView,
  finishStarted,
  waitDelay,
  closePickers,
]

/**
 * Sets everything that has to be set before the page is opened. Its commands are sent together. Puppeteer has enabled the domains. A page
 * is loaded for the screen, even if it is printed afterwards: a style sheet for print that never arrives would end its document.
 */
export const emulate = async (
  session: PageSession,
  plan: RenderPlan,
  { isSeen, isRecorded }: Needs,
  report: Pick<RenderReport, 'faults'>,
): Promise<void> => {
  const { cdp } = session
  const perTarget = isRecorded ? [...perProcess, refuseFullscreen] : perProcess
  const setUp = (frame: CDPSession) =>
    Promise.all([...perTarget, prepareWorker].map((step) => step({ ...session, cdp: frame }, plan)))
  followFrames(cdp, setUp, noteUnlessGone(report, 'frame'))
  if (plan.actions) await emptyClipboard(session)
  const loaded: RenderPlan = { ...plan, media: 'screen' }
  await Promise.all([
    setViewport(session, loaded, isSeen),
    ...[...perTarget, ...perPage].map((step) => step(session, loaded)),
  ])
}

/** The steps that need no page that is ready, for one that is recorded from its first paint on. */
const earlySteps: readonly Step[] = [failOnStatus, injectStyles, hideSelectors]

export const runEarlySteps = async (session: PageSession, plan: RenderPlan, context: Parameters<Step>[2]) => {
  for (const step of earlySteps) await step(session, plan, context)
}

export const runSteps = async (session: PageSession, plan: RenderPlan, context: Parameters<Step>[2]) => {
  for (const step of steps) await step(session, plan, context)
}
