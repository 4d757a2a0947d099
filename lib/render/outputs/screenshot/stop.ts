import { pause } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import type { StopView, Survey } from '../../in-page/phases/stops.ts'
import { bestEffort } from '../../page/best-effort.ts'
import { awaitRest } from '../../page/rest.ts'
import { awaitResponse, remainingMs } from '../../page/time-limits.ts'
import type { CaptureContext } from './capture-context.ts'

/** A part of an image as it is while it is in view, as png or raw, and its place in the image. */
export interface Section {
  input: Buffer
  raw?: { width: number; height: number; channels: 4 }
  left: number
  top: number
}

/** Captures a part of the document as png, in device pixels. */
export type ShootPart = (part: Rectangle) => Promise<Buffer>

const sampleMs = 50

/** An entrance that comes and goes at the edge of the window never ends, so it is not awaited before each sample. */
const entranceMs = 1000

/** A script that moves an element by a part of its way in each frame needs about 70 frames (`wrapper` of the tests). */
const samplesMax = 24

/** Reads what the page tells of its parts while it is as the whole capture shows it. */
export const survey = async (context: CaptureContext): Promise<Survey> => {
  const { world, plan } = context
  const isScrolled = plan.fullPage && plan.fullPageScroll !== undefined
  return awaitResponse(context, world.call('surveyPage', isScrolled))
}

/**
 * Runs work that visits stops. The page is back at its scroll position in the end, with its bars. Work that does not end in time is given
 * up: what it has added until then counts, and the whole capture shows the rest.
 */
export const fromStops = async (
  context: CaptureContext,
  { top }: Survey,
  work: (endsMs: number) => Promise<void>,
): Promise<void> => {
  const { report, signal } = context
  const leftMs = Math.max(0, remainingMs(context) - limitsMs.reserve.sections)
  const done = await bestEffort(work(Date.now() + leftMs), leftMs + limitsMs.page.response, signal)
  if (!done) noteIncomplete(report, 'section', 'timeout')
  const left = undrawn(context, () => context.world.call('leaveStops', top))
  await bestEffort(left, done ? remainingMs(context) : limitsMs.page.response, signal)
}

interface Stop<Taken> {
  /** The scroll position, in CSS pixels. */
  top: number
  endsMs: number
  /** Runs once the window is there. */
  begin?: () => Promise<void>
  take: (view: StopView) => Promise<Taken>
  isAtRest: (last: Taken, next: Taken) => boolean | Promise<boolean>
  /** Returns whether something that is at rest may change once more. */
  isLate?: (taken: Taken) => Promise<boolean>
}

/** Scrolls to a stop, without the bars, and captures it until two captures in a row are at rest. */
export const shootStop = async <Taken>(
  context: CaptureContext,
  { top, endsMs, begin, take, isAtRest, isLate }: Stop<Taken>,
): Promise<{ taken: Taken; rests: boolean }> => {
  const { world, plan, signal } = context
  const visit = async (position: number | null, waitMs: number, entranceMs = 0) => {
    const call = (...waits: [number, number]) => world.call('visitStop', position, ...waits)
    if (!plan.scriptsDisabled) return undrawn(context, () => call(waitMs, entranceMs), true)
    // Without the scripts of the page, ours have no timers.
    await undrawn(context, () => pause(waitMs, signal))
    return undrawn(context, () => call(0, 0))
  }
  const untilRest = async (first: Taken) => {
    let samples = 0
    let rests = true
    const watched = {
      read: async () => take(await visit(null, sampleMs)),
      isSame: (next: Taken, last: Taken) => isAtRest(last, next),
      // A sample takes its time in the page.
      pause: async () => undefined,
      readings: 1,
      isOver: () => samples++ >= samplesMax || Date.now() >= endsMs,
      expired: () => {
        rests = false
      },
    }
    const taken = await awaitRest(watched, first)
    return { taken, rests }
  }
  let view = await visit(top, sampleMs, entranceMs)
  if (begin) {
    await begin()
    view = await visit(null, sampleMs)
  }
  const shown = await untilRest(await take(view))
  if (Date.now() >= endsMs || !(await isLate?.(shown.taken))) return shown
  return untilRest(await take(await visit(null, limitsMs.scroll.late, entranceMs)))
}

/** A drawn frame may never complete while a video begins. */
export const undrawn = <T>(context: CaptureContext, work: () => Promise<T>, isAhead = false): Promise<T> =>
  awaitResponse(context, context.frames.hurry(work, false, isAhead))

/** Cuts a part of the document out of the piece that shows `place`. */
export const cutSection = async (
  piece: Buffer,
  place: Rectangle,
  { x, y, width, height }: Rectangle,
  region: Rectangle,
): Promise<Section> => {
  const { default: sharp } = await import('sharp')
  const cut = sharp(piece).extract({ left: x - place.x, top: y - place.y, width, height })
  return { input: await cut.png({ compressionLevel: 1 }).toBuffer(), left: x - region.x, top: y - region.y }
}
