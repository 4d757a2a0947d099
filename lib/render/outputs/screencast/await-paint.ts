import { PageTimeoutError } from '../../../base/errors.ts'
import { DeadlineError, ignore, pause, within } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ScreencastPlan } from '../../../core/plan/render-plan.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import type { FrameTime } from '../../browser/frame-clock.ts'
import { StoppedClockError } from '../../browser/page-time.ts'
import { noteUnlessGone } from '../../page/best-effort.ts'
import { reachMs, type StepContext } from '../../page/step.ts'
import { openPage, type RenderedPage } from '../../render-page.ts'
import { runEarlySteps } from '../../steps/run-steps.ts'
import { createLoadPace, pendingLoads } from './await-network.ts'

/** Frames until the page can tell whether it shows anything. */
const framesMin = 3

/** Between two of these frames. */
const pauseMs = 5

/** How far a stopped clock advances with each of these frames, because a document does not load while no time passes. */
const loadStepMs = 0.1

/** Frames that are drawn at the same time must still differ, or Chromium would draw nothing new. */
const apartMs = 0.002

interface Opening {
  page: RenderedPage
  plan: ScreencastPlan
  /** Whether the clock of the page is stopped between frames. */
  isStopped: boolean
  fitWindow: () => Promise<void>
  intervalMs: number
}

interface OpenedPage {
  /** Returns the times of further frames before the first one. */
  timeBefore(): FrameTime
  /** Resolves with true when the consent dialog is declined, or known to be absent. */
  consent: Promise<boolean>
  /** Call it before each frame. @throws StoppedClockError for a page that plays media, whose clock cannot be stopped */
  assertNoMedia(): Promise<void>
}

/**
 * Opens the page and draws frames until it shows something, and for `delay` after that. Until then, a stopped clock advances only while
 * the page waits for nothing else.
 *
 * @throws StoppedClockError if the page cannot continue with a stopped clock
 */
export const openUntilPainted = async (opening: Opening): Promise<OpenedPage> => {
  const { page, plan, isStopped, fitWindow, intervalMs } = opening
  const { session, context } = page
  const { time } = session.frames
  const inFrame = createFrameLimit(opening)
  let drawn = 0
  const timeBefore = () => ({ frameMs: time.nowMs() + (isStopped ? ++drawn * apartMs : 0), intervalMs })
  const draw = async () => {
    await fitWindow()
    await inFrame(session.frames.draw({ at: timeBefore() }))
  }
  const advance = async (ms = intervalMs) => {
    await inFrame(time.advance(ms))
    drawn = 0
  }
  await openPage(page)
  const loaded = watchLoad(page)
  await untilShown(opening, { inFrame, draw, advance, loaded })
  const consent = decline(page)
  await runEarlySteps(session, plan, context)
  let isChecked = !isStopped
  const assertNoMedia = async (isLast: boolean) => {
    if (isChecked) return
    isChecked = isLast
    if (await inFrame(context.world.call('hasLiveMedia')))
      throw new StoppedClockError('The page plays media.')
  }
  await assertNoMedia(loaded.isLoaded)
  const awaitLoads = createLoadPace(context.network, intervalMs)
  for (let leftMs = plan.delayMs; leftMs > 0; leftMs -= intervalMs) {
    await advance()
    await awaitLoads(context.signal)
    await draw()
  }
  return {
    timeBefore,
    consent,
    // Media may be added while the page loads.
    assertNoMedia: async () => (loaded.isLoaded ? assertNoMedia(true) : undefined),
  }
}

interface Steps {
  inFrame: FrameLimit
  draw: () => Promise<void>
  advance: (ms?: number) => Promise<void>
  loaded: { readonly isLoaded: boolean }
}

const untilShown = async (opening: Opening, { inFrame, draw, advance, loaded }: Steps) => {
  const { page, isStopped, intervalMs } = opening
  const { context } = page
  const endsMs = performance.now() + limitsMs.video.load
  const isLoading = () => isStopped && pendingLoads(context.network) > 0 && performance.now() < endsMs
  let blankMsLeft = limitsMs.video.blank
  for (let frames = 1; blankMsLeft > 0; frames++) {
    await draw()
    if (await inFrame(context.world.call('isShown'))) return
    if (reachMs(context) === 0) throw nothingShown(opening)
    await pause(pauseMs, context.signal)
    if (isStopped) await advance(loadStepMs)
    if (frames < framesMin || isLoading()) continue
    await stopStyles(context)
    await advance()
    frames = 0
    if (loaded.isLoaded) blankMsLeft -= intervalMs
  }
}

/** Chromium draws nothing as long as a style sheet of the head is pending. */
const stopStyles = async ({ network, report, world }: StepContext) => {
  if (network.pending('stylesheet') === 0) return
  noteExpired(report, 'styles')
  await world.call('stopLoading')
}

const watchLoad = ({ context }: RenderedPage) => {
  const state = { isLoaded: false }
  context.document.reached(['load']).then(() => {
    state.isLoaded = true
  }, ignore)
  return state
}

const decline = async ({ context }: RenderedPage): Promise<boolean> => {
  try {
    await context.document.reached(['DOMContentLoaded'])
    await context.declineConsent(context.budget.endsMs - Date.now())
  } catch (error) {
    // The page is recorded as it is.
    noteUnlessGone(context.report, 'consent')(error)
  }
  return true
}

type FrameLimit = <T>(step: Promise<T>) => Promise<T>

/** With the machine's clock, a page may be busy until `timeout` has passed, and the frames of `delay` come after that. */
const createFrameLimit = (opening: Opening): FrameLimit => {
  const { page, plan, isStopped } = opening
  const { context } = page
  return async (step) => {
    const limitMs = isStopped
      ? limitsMs.video.frameBeforePaint
      : reachMs(context) + plan.delayMs + limitsMs.video.frameBeforePaint
    try {
      return await within(step, limitMs, context.signal)
    } catch (cause) {
      if (!(cause instanceof DeadlineError)) throw cause
      throw isStopped
        ? new StoppedClockError('A frame did not complete.', { cause })
        : nothingShown(opening, cause)
    }
  }
}

const nothingShown = ({ plan }: Opening, cause?: Error) =>
  new PageTimeoutError(`The page showed nothing within ${plan.timeoutMs / 1000} s (\`timeout\`).`, { cause })
