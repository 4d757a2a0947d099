import { pause, until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { intersect, subtract, toDevicePixels } from '../../../core/plan/capture-area.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteExpired, noteIncomplete } from '../../../core/telemetry/render-report.ts'
import { inFrames } from '../../page/call-in-frames.ts'
import { awaitResponse, remainingMs } from '../../page/time-limits.ts'
import type { World } from '../../page/world.ts'
import type { CaptureContext } from './capture-context.ts'

/** A part of an image as it is while it is in view, as png, and its place in the image. */
export interface Section {
  input: Buffer
  left: number
  top: number
}

/** The part of the viewport that one stop shows. */
const shownFrom = 0.05
const shownTo = 0.95

/** A stop shows what it did for so many samples in a row. A frame of another origin needs a few of its own frames. */
const samplesMin = 3
const sampleMs = 50

/** A part of the document that is captured again, in CSS pixels. */
interface Target {
  area: Rectangle
  /** The index of its element in the page. */
  index: number
}

/** Returns the parts of a region that the browser draws only while they are in view. The region is in device pixels. */
export const findTargets = async (context: CaptureContext, region: Rectangle): Promise<Target[]> => {
  const { deviceScaleFactor } = context.plan.viewport
  const areas = await awaitResponse(context, context.world.call('findUnseen'))
  return areas
    .map((area, index) => ({ area, index }))
    .filter(({ area }) => intersect(toDevicePixels(area, deviceScaleFactor), region))
}

/**
 * Captures parts of the document while they are in view.
 *
 * @param shoot captures a part of the document as png, in device pixels
 */
export const shootSections = async (
  context: CaptureContext,
  region: Rectangle,
  targets: readonly Target[],
  shoot: (part: Rectangle) => Promise<Buffer>,
): Promise<Section[]> => {
  if (targets.length === 0) return []
  const { world } = context
  const frameIds = await readFrameIds(context)
  let stopEndsMs = 0
  /** A frame goes on drawing once it is in view, so two captures in a row have to be equal. */
  const shootStill = async (part: Rectangle) => {
    let last = await shoot(part)
    while (!context.plan.scriptsDisabled && Date.now() < stopEndsMs) {
      await undrawn(context, () => pause(sampleMs, context.signal))
      const next = await shoot(part)
      if (next.equals(last)) break
      last = next
    }
    return last
  }
  return fromStops(context, region, shootStill, async (shootArea, endsMs) => {
    const stops = planStops(targets, context.plan.viewport.height)
    for (const [index, stop] of stops.entries()) {
      if (Date.now() >= endsMs) noteIncomplete(context.report, 'section', 'timeout')
      const msMax = Math.max(0, endsMs - Date.now()) / (stops.length - index)
      stopEndsMs = Date.now() + Math.min(limitsMs.scroll.stop, msMax)
      await showStop(context, stop, frameIds, stopEndsMs)
      await awaitResponse(context, world.call('findBars', true))
      for (const target of stop.targets) {
        const moved = await awaitResponse(context, world.call('locateUnseen', target.index))
        if (moved) await shootArea(target.area, moved)
      }
      await awaitResponse(context, world.call('showBars'))
    }
  })
}

/** The ids of the targets that are frames, by index. */
const readFrameIds = async (context: CaptureContext): Promise<(string | undefined)[]> => {
  const { cdp, world } = context
  const describe = async () =>
    Promise.all(
      (await world.handles('readUnseen')).map((objectId) => cdp.send('DOM.describeNode', { objectId })),
    )
  return (await awaitResponse(context, describe())).map(({ node }) => node.frameId)
}

/** Captures an area of the document, which has moved since the whole capture, except the parts of it that are kept. */
export type ShootArea = (
  area: Rectangle,
  moved: { x: number; y: number },
  kept?: readonly Rectangle[],
) => Promise<void>

/**
 * Runs the work, which scrolls the page and captures areas of it. Bars that keep their place in the window have to be hidden meanwhile, and what
 * the whole capture shows in the place of a bar stays. The page is back at its scroll position in the end.
 */
export const fromStops = async (
  context: CaptureContext,
  region: Rectangle,
  shoot: (part: Rectangle) => Promise<Buffer>,
  work: (shootArea: ShootArea, endsMs: number) => Promise<void>,
): Promise<Section[]> => {
  const { world } = context
  const { deviceScaleFactor } = context.plan.viewport
  const toDevice = (area: Rectangle) => toDevicePixels(area, deviceScaleFactor)
  const start = await awaitResponse(context, world.call('scrollDocumentTo', null))
  const bars = (await awaitResponse(context, world.call('findBars', false))).map(toDevice)
  const sections: Section[] = []
  const shootArea: ShootArea = async (area, moved, kept = []) => {
    const place = intersect(toDevice(area), region)
    if (!place) return
    const x = Math.round(moved.x * deviceScaleFactor)
    const y = Math.round(moved.y * deviceScaleFactor)
    const piece = await shoot({ ...place, x: place.x + x, y: place.y + y })
    for (const part of subtract(place, [...bars, ...kept.map(toDevice)]))
      sections.push(await cutSection(piece, place, part, region))
  }
  try {
    await work(shootArea, Date.now() + Math.max(0, remainingMs(context) - limitsMs.reserve.sections))
  } finally {
    await undrawn(context, () => world.call('scrollDocumentTo', start))
  }
  return sections
}

/** Scrolls to a stop, and waits until its targets stand still there, even if the scripts of the page are stopped. */
const showStop = async (
  context: CaptureContext,
  { top, targets }: Stop,
  frameIds: readonly (string | undefined)[],
  endsMs: number,
) => {
  const { world } = context
  await undrawn(context, () => world.call('scrollDocumentTo', top))
  const shown = new Set(targets.map(({ index }) => frameIds[index]))
  await undrawn(context, () => awaitShown(context, shown, endsMs))
  let last = ''
  for (let same = 0; same < samplesMin && Date.now() < endsMs; ) {
    await undrawn(context, () => pause(sampleMs, context.signal))
    const places = await awaitResponse(
      context,
      Promise.all(targets.map(({ index }) => world.call('locateUnseen', index))),
    )
    const now = JSON.stringify(places)
    same = now === last && (await countVideos(context)).pending === 0 ? same + 1 : 0
    last = now
  }
}

/**
 * Waits for the images in frames that have come into view. Before, they had neither frame callbacks nor observers. One that its
 * surroundings cut off still has none.
 */
const awaitShown = async (
  context: CaptureContext,
  frameIds: ReadonlySet<string | undefined>,
  endsMs: number,
) => {
  // Without scripts, ours have no callbacks either.
  if (context.plan.scriptsDisabled) return
  const awaitFrame = async (world: World, id: string) => {
    if (
      !frameIds.has(id) ||
      !(await until(
        world.call('twoFrames').then(() => true),
        limitsMs.page.otherProcess,
      ))
    )
      return
    const { isExpired } = await world.call('awaitImages', false, Math.max(0, endsMs - Date.now()))
    if (isExpired) noteExpired(context.report, 'images')
  }
  await inFrames(context, awaitFrame, Math.max(0, endsMs - Date.now()) + limitsMs.page.response)
}

/** A drawn frame may never complete while a video begins. */
export const undrawn = <T>(context: CaptureContext, work: () => Promise<T>, isAhead = false) =>
  awaitResponse(context, context.frames.hurry(work, false, isAhead))

const countVideos = (context: CaptureContext) =>
  awaitResponse(context, context.world.call('countUnbegunVideos'))

/** Cuts a part of the document out of the piece that shows `place`. */
const cutSection = async (
  piece: Buffer,
  place: Rectangle,
  { x, y, width, height }: Rectangle,
  region: Rectangle,
): Promise<Section> => {
  const { default: sharp } = await import('sharp')
  const cut = sharp(piece).extract({ left: x - place.x, top: y - place.y, width, height })
  return { input: await cut.png({ compressionLevel: 1 }).toBuffer(), left: x - region.x, top: y - region.y }
}

interface Stop {
  /** The scroll position, in CSS pixels. */
  top: number
  targets: Target[]
}

/** Returns the scroll positions at which the targets, or slices of tall ones, are in view. */
const planStops = (targets: readonly Target[], viewportHeight: number): Stop[] => {
  const shown = viewportHeight * (shownTo - shownFrom)
  const slices = targets.flatMap((target) => slice(target, shown)).sort((a, b) => a.area.y - b.area.y)
  const stops: Stop[] = []
  for (const target of slices) {
    const { y, height } = target.area
    const last = stops.at(-1)
    if (last && y + height <= last.top + viewportHeight * shownTo) last.targets.push(target)
    else stops.push({ top: Math.max(0, Math.floor(y - viewportHeight * shownFrom)), targets: [target] })
  }
  return stops
}

const slice = ({ area, index }: Target, heightMax: number): Target[] => {
  const count = Math.max(1, Math.ceil(area.height / heightMax))
  const height = Math.ceil(area.height / count)
  return Array.from({ length: count }, (_, i) => ({
    area: { ...area, y: area.y + i * height, height: Math.min(height, area.height - i * height) },
    index,
  }))
}
