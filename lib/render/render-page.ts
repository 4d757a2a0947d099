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
import { awaitPageShown, lookForProgress } from './page/progress.ts'
import { repeatIfNeeded, toUnseen } from './page/repeat-render.ts'
import { settle, settleLate, type Wait } from './page/settle.ts'
import { reachMs, type StepContext } from './page/step.ts'
import { pageTimeout } from './page/time-limits.ts'
import { assertInBudget, translateError } from './page/translate-error.ts'
import { watchConsole } from './page/watch-console.ts'
import { createWorld } from './page/world.ts'
import type { Egress, EgressOptions, SiteHandler } from './proxy/egress.ts'
import { documentHost } from './proxy/site.ts'
import { setPrintMedia } from './steps/emulation.ts'
import { assertBegun, beginNavigation, navigate } from './steps/navigate.ts'
import { emulate, runSteps } from './steps/run-steps.ts'

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

export interface ReadyPage {
  session: PageSession
  context: StepContext
}

/** The page of a recording, which decides when it begins. */
export interface RecordedPage extends ReadyPage {
  /** Whether the page keeps the machine's clock, because it did not continue with a stopped one. */
  isClockLeft: boolean
  /** Opens the page and brings it to the state that the plan requests. */
  getReady(): Promise<void>
  /** Only opens the page. Resolves when its document has begun to arrive. */
  open(): Promise<void>
  /** Checks a page that was only opened as `getReady` does. */
  check(): Promise<void>
}

/**
 * Returns a function that opens the page of a plan, brings it to the state that the plan requests, passes it to `work`, and closes it.
 * The work of a video opens the page. This always ends within timeout + delay + the duration of the capture + 5 s, even for a hostile
 * page. `isWhole` says whether `work` uses more of the page than its viewport. The function throws AppError.
 *
 * @param isVideo whether `work` records the page, which then keeps the machine's clock until it is ready
 * @param isText whether `work` only reads the page, so fonts are awaited only if the plan reports them
 * @param isPaper whether `work` only prints the page
 */
export const createRenderPage = (
  deps: RenderDeps,
  { isVideo = false, isText = false, isPaper = false } = {},
) => {
  const render = async <T>(
    plan: RenderPlan,
    { signal: caller, report, startMs }: RenderContext & { startMs: number },
    isWhole: boolean,
    work: (page: RecordedPage) => Promise<T>,
    isClockLeft: boolean,
  ): Promise<T> => {
    const budget = splitBudget({ startMs, ...plan })
    const needsFonts = !isText || plan.metadata.fonts
    using end = startEnd(budget.endsMs, isClockLeft)
    const signal = AbortSignal.any([caller, end.signal])
    const options = {
      egress: egressOptions(deps, plan),
      gpuRendering: plan.gpuRendering,
      report,
      signal,
    }
    let isOpen = false
    let document: MainDocument | undefined
    const open = async (session: PageSession, egress: Egress) => {
      isOpen = true
      end.pageOpened()
      try {
        const isFollowed = followsRequests(plan, isVideo)
        const context = await prepare(deps, session, plan, {
          egress,
          signal,
          report,
          budget,
          isFollowed,
          isClockLeft: isClockLeft || isVideo,
          isRecorded: isVideo,
          isSeen: !(isText || isPaper),
        })
        document = context.document
        const opening = createOpening({ session, plan, context, egress, isWhole, needsFonts })
        if (!isVideo) await opening.getReady()
        return await work({ session, context, isClockLeft, ...opening })
      } catch (error) {
        throw translateError(error, egress)
      } finally {
        noteBlockedTargets(report, egress.denied)
      }
    }
    try {
      return await deps.browser.withPage(options, open)
    } catch (error) {
      throw isOpen && !document?.hasResponse() ? toUnseen(error) : error
    }
  }
  return async <T>(
    plan: RenderPlan,
    { startMs = Date.now(), ...rest }: RenderContext,
    isWhole: boolean,
    work: (page: RecordedPage) => Promise<T>,
  ): Promise<T> => {
    const context = { startMs, ...rest }
    return repeatIfNeeded(context.report, (isClockLeft) => render(plan, context, isWhole, work, isClockLeft))
  }
}

/** The error of a render that did not end in time depends on whether its page was open. */
const startEnd = (endsMs: number, isRepeated = false) => {
  const controller = new AbortController()
  const busyPage = new PageTimeoutError('The page kept the browser too busy to be captured in time.')
  let reason: Error = isRepeated
    ? busyPage
    : new InternalError('No browser became available in time. Send the request again.')
  const timer = setTimeout(() => controller.abort(reason), endsMs - Date.now())
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
  {
    egress,
    isFollowed,
    isClockLeft,
    isSeen,
    ...shared
  }: Pick<StepContext, 'signal' | 'report' | 'budget' | 'isRecorded'> & {
    egress: Egress
    isFollowed: boolean
    isClockLeft: boolean
    isSeen: boolean
  },
): Promise<StepContext> => {
  const openedMs = Date.now()
  const { report } = shared
  const network = watchNetwork(session.page, report, isFollowed)
  const failedRequest = watchFailedRequests(session.page, plan)
  const consoleError = watchConsole(session.cdp, plan)
  const notices = noticesByHost(plan, annoyances)
  const [document, , , consent] = await Promise.all([
    watchMainDocument(session.cdp),
    emulate(session, plan, { isSeen, isRecorded: shared.isRecorded }),
    !notices && intercept(session, plan, { annoyances, report }),
    startConsent(session, plan, annoyances, report, isClockLeft),
  ])
  if (notices) refuseNotices(egress, notices, document, report)
  if (!isFollowed) await muteNetwork(session.cdp, document.frameId)
  const world = createWorld(session, document.frameId)
  const declineConsent = (recordingMs?: number) =>
    consent.settled(recordingMs ?? shared.budget.settleMs(Date.now()), world, recordingMs)
  return { ...shared, openedMs, document, network, world, declineConsent, failedRequest, consoleError }
}

/** Waits for the consent rules and the page's own loading in parallel, then for the end of a progress screen and for late fonts and styles. */
const waitUntilSettled = async (isWhole: boolean, context: Wait, declineConsent: () => Promise<void>) => {
  const endsMs = Date.now() + context.budget.settleMs(Date.now())
  // The search comes first, because the page responds to its first call immediately.
  const declined = declineConsent()
  const look = lookForProgress(context)
  await Promise.all([declined, settle(isWhole, context)])
  if (await look()) await awaitPageShown(isWhole, endsMs, context)
  await settleLate(isWhole, endsMs, context)
}

const createOpening = (options: {
  session: PageSession
  plan: RenderPlan
  context: StepContext
  egress: Egress
  isWhole: boolean
  needsFonts: boolean
}): Omit<RecordedPage, keyof ReadyPage | 'isClockLeft'> => {
  const { session, plan, context, egress, isWhole, needsFonts } = options
  const { report, declineConsent } = context
  const check = async () => {
    await assertShown(context, egress)
    await assertContent(plan, context)
  }
  return {
    check,
    async getReady() {
      await reach(session, plan, context, egress)
      await timed(report, 'settle', async () => {
        await waitUntilSettled(isWhole, { ...context, ...session, needsFonts }, declineConsent)
        await keepShown(session, context)
      })
      await check()
    },
    async open() {
      await timed(report, 'navigate', () => beginNavigation(session, plan, context))
      await assertShown(context, egress)
      await awaitPage(context, setPrintMedia(session, plan))
    },
  }
}

const reach = async (session: PageSession, plan: RenderPlan, context: StepContext, egress: Egress) => {
  await timed(context.report, 'navigate', () => navigate(session, plan, context))
  await awaitPage(context, setPrintMedia(session, plan))
  await assertShown(context, egress)
  await timed(context.report, 'wait', () => runSteps(session, plan, context))
}

/** Settles as the page's response does. @throws PageTimeoutError if it is too busy */
const awaitPage = <T>(context: StepContext, response: Promise<T>) => {
  const leftMs = Math.max(reachMs(context), limitsMs.load.reason)
  return within(response, leftMs, context.signal, pageTimeout('The page did not respond in time.'))
}

/** Checked again when the page has settled, because it may have navigated. */
const assertShown = async (context: StepContext, egress: Egress) => {
  await awaitPage(context, context.document.assertShown())
  assertInBudget(egress)
  await assertBegun(context)
}
