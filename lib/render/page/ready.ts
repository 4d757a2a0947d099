import { pause, until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { noteExpired, noteIncomplete } from '../../core/telemetry/render-report.ts'
import type { Incomplete } from '../../schema/incomplete.ts'
import type { FrameClock } from '../browser/frame-clock.ts'
import type { Facts, Lack } from '../in-page/facts.ts'
import { awaitVideos } from './await-videos.ts'
import { bestEffort, isOfPage } from './best-effort.ts'
import type { StepContext } from './step.ts'
import { frameWaitMs } from './time-limits.ts'

/** A wait for what a page lacks. `lib/render/in-page/facts.ts` says when it ends. */
export interface ReadyWait {
  name: Lack
  /** It begins when the page has everything of the stages before. */
  stage: 0 | 1 | 2
  /** From then on. */
  capMs: number
  /** What `waitsExpired` contains after that. Null for what a page need not have. */
  report: string | null
  /** The part that the result lacks after that. */
  part?: Incomplete['part']
  /** Only for results that show the page. */
  isStyle?: true
}

/** All waits for the page, in their order. `scripts/generate/waits-page.ts` makes docs/reference/waits.md of them. */
export const readyWaits = ({ ready } = limitsMs): readonly ReadyWait[] => [
  { name: 'styles', stage: 0, capMs: ready.all, report: 'styles' },
  { name: 'imports', stage: 0, capMs: ready.imports, report: 'styles' },
  { name: 'progress', stage: 0, capMs: ready.all, report: 'progress' },
  { name: 'fonts', stage: 1, capMs: ready.all, report: 'fonts', isStyle: true },
  { name: 'images', stage: 1, capMs: ready.all, report: 'images' },
  { name: 'frames', stage: 1, capMs: ready.frames, report: 'frames', part: 'frame' },
  { name: 'first_frame', stage: 1, capMs: ready.firstFrame, report: null },
  { name: 'style_images', stage: 2, capMs: ready.all, report: 'images', isStyle: true },
]

export type Waiting = Pick<
  StepContext,
  'world' | 'network' | 'signal' | 'report' | 'budget' | 'needs' | 'declineConsent'
> & {
  plan: Pick<RenderPlan, 'scriptsDisabled'>
  frames: Pick<FrameClock, 'draw' | 'hurry' | 'time'>
}

/**
 * Waits until the page is ready: it has everything of `readyWaits` and its videos in view have begun, and a frame of that is drawn. Takes one
 * call and one frame if it is ready. All waits have limits and are best effort: what does not arrive is named in the report and fails nothing.
 */
export const awaitReady = async (page: Waiting): Promise<void> => {
  const endsMs = readyEndsMs(page)
  // The search comes first, because the page responds to its first call immediately.
  const declined = page.declineConsent()
  let [isDrawn] = await Promise.all([awaitComplete(page, wanted(page), endsMs), declined])
  // Scripts may have requested further fonts and style sheets in that frame, or while a dialog was declined.
  const late = await createAsk(page)(wanted(page).filter(isLate), 0)
  if (late.facts?.lacks.length) isDrawn = await awaitComplete(page, withoutProgress(wanted(page)), endsMs)
  if (!isDrawn) noteExpired(page.report, 'frame')
  notePending(page)
}

const readyEndsMs = ({ budget }: Pick<Waiting, 'budget'>) => Date.now() + budget.readyMs(Date.now())

const wanted = ({ needs }: Pick<Waiting, 'needs'>) =>
  readyWaits().filter(({ isStyle }) => needs.hasStyle || !isStyle)

const withoutProgress = (waits: readonly ReadyWait[]) => waits.filter((wait) => !isProgress(wait))

const isLate = ({ name }: ReadyWait) => name === 'fonts' || name === 'styles'

/** Waits for what the page lacks, then draws a frame. Returns whether it was drawn, and the page responded. */
const awaitComplete = async (
  page: Waiting,
  waits: readonly ReadyWait[],
  endsMs: number,
): Promise<boolean> => {
  const { world, report, signal, needs } = page
  let { facts, hasProgressEnded } = await awaitLacks(page, waits, endsMs)
  if (hasProgressEnded) {
    await awaitRestAfterProgress(page, endsMs)
    return awaitComplete(page, withoutProgress(waits), readyEndsMs(page))
  }
  // Chromium draws nothing as long as a style sheet of the head is pending.
  if (needs.hasStyle && !facts?.hasDrawn && report.waitsExpired.includes('styles')) {
    await bestEffort(world.call('stopLoading'), limitsMs.page.lateResponse, signal)
    facts = (await awaitFirstFrame(page, limitsMs.ready.firstFrame)) ?? facts
  }
  if (facts && needs.hasStyle) report.fonts = facts.fonts
  if (facts) report.images = facts.images
  if (facts?.isCut) noteExpired(report, 'images')
  if (needs.hasStyle && facts?.videos) await awaitVideosInTime(page, endsMs)
  await awaitEntrances(page, facts?.endsMs, endsMs)
  const draw = () => bestEffort(page.frames.draw(), frameWaitMs(endsMs - Date.now()), signal)
  if (facts?.hadStyleImages) await draw()
  const drawn = await draw()
  return drawn !== undefined && facts !== undefined
}

/**
 * Waits for the animations that the browser has scheduled already, such as a text that fades in after a delay. One that takes longer is
 * captured as it is, and so is one that begins later, because some pages never stop to begin others.
 */
const awaitEntrances = async (
  { frames, report, signal, needs }: Waiting,
  entrancesMs: readonly number[] = [],
  endsMs: number,
) => {
  const capMs = Math.min(limitsMs.ready.entrances, Math.max(0, endsMs - Date.now()))
  const lastMs = Math.max(0, ...entrancesMs.filter((ms) => ms <= limitsMs.ready.entrances))
  if (lastMs === 0 || !needs.hasStyle || needs.isRecorded) return
  const overMs = frames.time.nowMs() + lastMs + scheduleMs
  const pass = async () => {
    while (frames.time.nowMs() < overMs) await pause(stepMs, signal)
  }
  const passed = bestEffort(frames.hurry(pass, true, true), capMs + limitsMs.page.response, signal)
  if (!(await passed)) noteIncomplete(report, 'section', 'moving')
}

/** An animation that has just been scheduled begins with one of the next frames. */
const scheduleMs = 50

/** Between two readings of the clock of the page. */
const stepMs = 4

/** Waits for the first frame of a document. Before it, frames end without the callbacks and observers with which pages complete themselves. */
export const awaitFirstFrame = (page: Asked, capMs: number): Promise<Facts | undefined> =>
  awaitOne(page, 'first_frame', capMs)

const awaitOne = async (page: Asked, wanted: Lack, capMs: number): Promise<Facts | undefined> => {
  const waits = readyWaits()
    .filter(({ name }) => name === wanted)
    .map((wait) => ({ ...wait, capMs }))
  return (await awaitLacks(page, waits, Date.now() + capMs)).facts
}

/** Waits for the images in the window, or in the whole page, and counts them in the report. */
export const awaitImages = async (
  page: Omit<Asked, 'needs'>,
  area: Waiting['needs']['area'],
  capMs: number,
): Promise<void> => {
  const facts = await awaitOne({ ...page, needs: { area } }, 'images', capMs)
  if (facts) page.report.images = facts.images
}

/** The parts of a page that is asked for its facts. */
type Asked = Pick<Waiting, 'world' | 'report' | 'plan'> & {
  needs: Pick<Waiting['needs'], 'area'>
  signal: AbortSignal | undefined
}

interface Outcome {
  /** The last facts. Undefined if the page did not respond. */
  facts: Facts | undefined
  /** The page was behind a progress screen until now. */
  hasProgressEnded: boolean
}

/**
 * Waits until the page lacks nothing of the wanted, or until its progress screen has ended. Each wait ends at its own limit, and all of them
 * at `endsMs`. This is the one loop of all waits.
 */
const awaitLacks = async (page: Asked, waits: readonly ReadyWait[], endsMs: number): Promise<Outcome> => {
  const ask = createAsk(page)
  const limits = createLimits(waits, endsMs)
  let facts: Facts | undefined
  for (let open = waits; open.length > 0; ) {
    const answer = await ask(open, limits.leftMs(open))
    facts = answer.facts ?? facts
    const lacking = lackingOf(open, answer)
    const hasProgressEnded = answer.hadProgress && open.some(isProgress) && !lacking.some(isProgress)
    if (lacking.length === 0 || hasProgressEnded) return { facts, hasProgressEnded }
    if (answer.facts) limits.begin(lacking, answer.facts.stageMs)
    const isOver = (wait: ReadyWait) => answer.isLost || limits.isOver(wait)
    noteWaits(page, lacking.filter(isOver))
    open = open.filter((wait) => !isOver(wait))
  }
  return { facts, hasProgressEnded: false }
}

const noteWaits = ({ report }: Pick<Asked, 'report'>, waits: readonly ReadyWait[]) => {
  for (const wait of waits) {
    if (wait.report !== null) noteExpired(report, wait.report)
    if (wait.part) noteIncomplete(report, wait.part, 'timeout')
  }
}

const isProgress = ({ name }: ReadyWait) => name === 'progress'

/** A page that does not respond may lack everything. */
const lackingOf = (waits: readonly ReadyWait[], { facts }: Answer) =>
  facts ? waits.filter(({ name }) => facts.lacks.includes(name)) : waits

const firstStage = (waits: readonly ReadyWait[]) => Math.min(...waits.map(({ stage }) => stage))

/** The times at which waits are over. They begin when the page has everything of the stages before. */
const createLimits = (waits: readonly ReadyWait[], endsMs: number) => {
  const begunMs = new Map([[firstStage(waits), Date.now()]])
  const dueMs = ({ stage, capMs }: ReadyWait, unbegunMs = endsMs) =>
    Math.min(endsMs, (begunMs.get(stage) ?? unbegunMs) + capMs)
  return {
    begin(lacking: readonly ReadyWait[], stageMs: number) {
      const stage = firstStage(lacking)
      if (!begunMs.has(stage)) begunMs.set(stage, Date.now() - stageMs)
    },
    isOver: (wait: ReadyWait) => dueMs(wait) <= Date.now(),
    /** Until the first of these waits is over. One that has not begun may begin immediately. */
    leftMs: (open: readonly ReadyWait[]) =>
      Math.max(0, Math.min(...open.map((wait) => dueMs(wait, Date.now()))) - Date.now()),
  }
}

interface Answer {
  /** Absent if the page does not respond in time, or at all. */
  facts?: Facts
  /** The page has made the call fail. */
  isLost: boolean
  /** The page showed only progress in one of the answers. */
  hadProgress: boolean
}

/** Returns a function that asks the page for its facts. A busy page has one open call, whose answer counts when it comes. */
const createAsk = ({ world, needs, signal, plan }: Asked) => {
  // Without the scripts of the page, ours have no timers.
  const hasTimers = !plan.scriptsDisabled
  let asked: Promise<Pick<Answer, 'facts' | 'isLost'>> | undefined
  let hadProgress = false
  let hadStyleImages = false
  return async (waits: readonly ReadyWait[], capMs: number): Promise<Answer> => {
    const names = waits.map(({ name }) => name)
    asked ??= world.call('readFacts', names, needs.area === 'page', hasTimers ? capMs : null).then(
      (facts) => ({ facts, isLost: false }),
      (error) => {
        if (!isOfPage(error)) throw error
        return { isLost: true }
      },
    )
    const answer = await until(asked, capMs + limitsMs.page.response, signal)
    if (!answer) return { isLost: false, hadProgress }
    asked = undefined
    if (!answer.facts) return { ...answer, hadProgress }
    hadProgress ||= answer.facts.hadProgress
    hadStyleImages ||= answer.facts.hadStyleImages
    if (answer.facts.lacks.length > 0 && !hasTimers) await pause(Math.min(capMs, pollMs), signal)
    return { facts: { ...answer.facts, hadStyleImages }, isLost: false, hadProgress }
  }
}

/** Between two questions to a page without timers. */
const pollMs = 50

/** Videos begin only in view, and while no frames are displayed. */
const awaitVideosInTime = async (page: Waiting, endsMs: number) => {
  const capMs = Math.max(0, Math.min(limitsMs.ready.videos, endsMs - Date.now()))
  const shown = bestEffort(awaitVideos(page, capMs), capMs + limitsMs.page.lateResponse, page.signal)
  if (!(await shown)) noteExpired(page.report, 'videos')
}

/** Pages appear with transitions. */
const restAfterProgress = 20

const awaitRestAfterProgress = async ({ world, report, signal }: Waiting, endsMs: number) => {
  const capMs = Math.max(0, endsMs - Date.now())
  const rest = bestEffort(
    world.call('awaitPageRest', restAfterProgress, capMs),
    capMs + limitsMs.page.lateResponse,
    signal,
  )
  if (!(await rest)?.value) noteIncomplete(report, 'section', 'moving')
}

/** Names what is still loading and is not awaited: many scripts keep a request open, and only a script knows of some fonts. */
const notePending = ({ network, report, needs }: Waiting) => {
  for (const [name, type] of pendingTypes)
    if (network.pending(type) > 0 && (needs.hasStyle || type !== 'font')) noteExpired(report, name)
}

const pendingTypes = [
  ['fonts', 'font'],
  ['styles', 'stylesheet'],
  ['scripts', 'script'],
] as const
