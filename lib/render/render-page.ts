import { InternalError, PageTimeoutError } from '../base/errors.ts'
import { timed, within } from '../base/timers.ts'
import type { EgressPolicy } from '../core/network/address-policy.ts'
import { limitsMs, splitBudget } from '../core/plan/budgets.ts'
import type { RenderPlan } from '../core/plan/render-plan.ts'
import { noteBlockedTargets, type RenderReport } from '../core/telemetry/render-report.ts'
import type { ResolveHost } from '../egress/resolve-host.ts'
import type { Annoyances } from './blocking/annoyances/annoyances.ts'
import { startConsent } from './blocking/annoyances/start-consent.ts'
import { intercept } from './blocking/interception.ts'
import { noticesByHost, refuseNotices } from './blocking/refuse-notices.ts'
import type { BrowserHost, PageSession } from './browser/browser-host.ts'
import { assertContent, watchFailedRequests } from './page/assert-content.ts'
import { keepShown } from './page/leaving.ts'
import { type MainDocument, watchMainDocument } from './page/main-document.ts'
import { followsRequests, muteNetwork } from './page/mute-network.ts'
import { watchNetwork } from './page/network-activity.ts'
import { awaitReady } from './page/ready.ts'
import { repeatIfNeeded, toLost } from './page/repeat-render.ts'
import { keepSentDocument } from './page/sent-document.ts'
import { reachMs, type Step, type StepContext } from './page/step.ts'
import { pageTimeout } from './page/time-limits.ts'
import { assertInBudget, translateError } from './page/translate-error.ts'
import { watchConsole } from './page/watch-console.ts'
import { createWorld } from './page/world.ts'
import type { Egress, EgressOptions, SiteHandler } from './proxy/egress.ts'
import { documentHost } from './proxy/site.ts'
import { setPrintMedia } from './steps/emulation.ts'
import { assertBegun, beginNavigation, navigate } from './steps/navigate.ts'
import { emulate, runSteps } from './steps/run-steps.ts'
import { needsOf, type Use } from './use.ts'

export interface RenderDeps {
  browser: Pick<BrowserHost, 'withPage'>
  annoyances: Annoyances
  egressPolicy: EgressPolicy
  /** Hosts that are served inside the process, e.g. the demo page. */
  sites?: ReadonlyMap<string, SiteHandler> | undefined
  resolve?: ResolveHost | undefined
}

export interface RenderContext {
  /** Aborts the render, e.g. because the caller disconnected. */
  signal: AbortSignal
  report: RenderReport
  /** Selectors of elements whose areas a screenshot reports. */
  ignored?: readonly string[] | undefined
  /** When the render began, by default now; Unix ms. */
  startMs?: number
}

/** A page while it is open. */
export interface RenderedPage {
  session: PageSession
  plan: RenderPlan
  context: StepContext
  egress: Egress
}

interface Render {
  use: Use
  plan: RenderPlan & { captureBeyondViewport?: boolean }
  context: RenderContext
  deps: RenderDeps
}

/** Brings the page of a plan to the state that the plan requests, and passes it to `work`. See `withOpenPage`. */
export const renderPage = <T>(render: Render, work: (page: RenderedPage) => Promise<T>): Promise<T> =>
  withOpenPage(render, async (page) => {
    await getReady(page)
    return work(page)
  })

/** Opens the page, performs the steps of its plan and waits until it is ready. */
export const getReady = async (page: RenderedPage): Promise<void> => {
  const { session, plan, context } = page
  const phase = (name: 'navigate' | 'wait' | 'settle', step: Step) =>
    timed(context.report, name, () => step(session, plan, context))
  await phase('navigate', navigate)
  await assertOpened(page)
  await phase('wait', runSteps)
  await phase('settle', becomeReady)
  await assertUsable(page)
}

/** Waits until the page is ready, and does not leave for another one. */
const becomeReady: Step = async (session, plan, context) => {
  await awaitReady({ ...context, plan, frames: session.frames })
  await keepShown(session, context)
}

/** Only opens the page. Resolves when its document has begun to arrive. */
export const openPage = async (page: RenderedPage): Promise<void> => {
  const { session, plan, context } = page
  await timed(context.report, 'navigate', () => beginNavigation(session, plan, context))
  await assertOpened(page)
}

/** Checks whether the page still shows its document, and shows what the plan requires. */
export const assertUsable = async (page: RenderedPage): Promise<void> => {
  await assertShown(page)
  await assertContent(page.plan, page.context)
}

const assertOpened = async (page: RenderedPage) => {
  await awaitPage(page.context, setPrintMedia(page.session, page.plan))
  await assertShown(page)
}

/** Checked again when the page is ready, because it may have navigated. */
const assertShown = async ({ context, egress }: RenderedPage) => {
  await awaitPage(context, context.document.assertShown())
  assertInBudget(egress)
  await assertBegun(context)
}

/** Ends as the page's response does. @throws PageTimeoutError if it is too busy */
const awaitPage = <T>(context: StepContext, response: Promise<T>) => {
  const leftMs = Math.max(reachMs(context), limitsMs.load.reason)
  return within(response, leftMs, context.signal, pageTimeout('The page did not respond in time.'))
}

/**
 * Opens a page that is prepared as the plan requests, passes it to `work`, which loads its document, and closes it. This always ends within
 * timeout + delay + the duration of the capture + 5 s, even for a hostile page. A page that cannot be rendered for a reason that a second
 * attempt avoids is opened again.
 *
 * @throws AppError
 */
export const withOpenPage = <T>(
  { context: { startMs = Date.now(), ...context }, ...render }: Render,
  work: (page: RenderedPage) => Promise<T>,
): Promise<T> =>
  repeatIfNeeded(context.report, () => attempt({ ...render, context: { ...context, startMs } }, work))

const attempt = async <T>(
  { deps, plan, use, context }: Render & { context: { startMs: number } },
  work: (page: RenderedPage) => Promise<T>,
): Promise<T> => {
  const { report, startMs } = context
  const budget = splitBudget({ startMs, ...plan })
  using end = startEnd(budget.endsMs, report)
  const signal = AbortSignal.any([context.signal, end.signal])
  let isOpen = false
  let document: MainDocument | undefined
  const open = async (session: PageSession, egress: Egress) => {
    isOpen = true
    end.pageOpened()
    try {
      const shared = { signal, report, budget, needs: needsOf(use, plan) }
      const steps = await prepare(deps, session, plan, egress, shared)
      document = steps.document
      return await work({ session, plan, context: steps, egress })
    } catch (error) {
      throw translateError(error, egress)
    } finally {
      noteBlockedTargets(report, egress.denied)
    }
  }
  try {
    const options = { egress: egressOptions(deps, plan), gpuRendering: plan.gpuRendering, report, signal }
    return await deps.browser.withPage(options, open)
  } catch (error) {
    throw isOpen ? toLost(error, document?.hasResponse() ?? false) : error
  }
}

/** The error of a render that did not end in time depends on whether its page was open. */
const startEnd = (endsMs: number, { repeated }: RenderReport) => {
  const controller = new AbortController()
  const busyPage = new PageTimeoutError('The page kept the browser too busy to be captured in time.')
  let reason: Error =
    repeated === 'clock'
      ? busyPage
      : new InternalError('No browser became available in time. Send the request again.')
  const timer = setTimeout(() => controller.abort(reason), Math.max(0, endsMs - Date.now()))
  return {
    signal: controller.signal,
    pageOpened() {
      reason = busyPage
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

const egressOptions = (
  { egressPolicy: policy, sites, resolve }: RenderDeps,
  { source, proxy }: RenderPlan,
): EgressOptions => {
  const all =
    source.kind === 'html' ? new Map([...(sites ?? []), [documentHost, serveDocument(source.html)]]) : sites
  return { policy, upstream: proxy, sites: all, resolve }
}

const serveDocument =
  (html: string): SiteHandler =>
  ({ url }) =>
    new URL(url).pathname === '/'
      ? { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }
      : { status: 404, headers: { 'content-type': 'text/plain' }, body: '' }

const prepare = async (
  { annoyances }: RenderDeps,
  session: PageSession,
  plan: RenderPlan,
  egress: Egress,
  shared: Pick<StepContext, 'signal' | 'report' | 'budget' | 'needs'>,
): Promise<StepContext> => {
  const openedMs = Date.now()
  const { report, budget, needs } = shared
  const isFollowed = !plan.isAsSent && followsRequests(plan, needs)
  const network = watchNetwork(session.page, report, isFollowed)
  const failedRequest = watchFailedRequests(session.page, plan)
  const consoleError = watchConsole(session.cdp, plan, report)
  const notices = noticesByHost(plan, annoyances)
  const [document, , , awaitConsent] = await Promise.all([
    watchMainDocument(session.cdp),
    emulate(session, plan, needs, report),
    !notices && intercept(session, plan, { annoyances, report }),
    startConsent(session, plan, annoyances, report, needs.isRecorded || report.repeated === 'clock'),
  ])
  if (notices) refuseNotices(egress, notices, document, report)
  const sentDocument = plan.isAsSent
    ? await keepSentDocument(session.page, document, report)
    : () => undefined
  if (!isFollowed) await muteNetwork(session.cdp, document.frameId)
  const world = createWorld(session, document.frameId)
  const declineConsent = (recordingMs?: number) =>
    awaitConsent(recordingMs ?? Math.min(budget.readyMs(Date.now()), limitsMs.consent.all), world)
  return {
    ...shared,
    openedMs,
    document,
    network,
    world,
    declineConsent,
    failedRequest,
    consoleError,
    sentDocument,
  }
}
