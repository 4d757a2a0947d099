import { limitsMs } from '../../../core/plan/budgets.ts'
import { intersect, subtract, toDevicePixels } from '../../../core/plan/capture-area.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteExpired, noteIncomplete } from '../../../core/telemetry/render-report.ts'
import type { StopView, Survey } from '../../in-page/phases/stops.ts'
import { bestEffort } from '../../page/best-effort.ts'
import { tryInFrames } from '../../page/call-in-frames.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import type { World } from '../../page/world.ts'
import type { CaptureContext } from './capture-context.ts'
import { cutSection, fromStops, type Section, type ShootPart, shootStop, undrawn } from './stop.ts'

/** The part of the viewport that one stop shows. */
const shownFrom = 0.05
const shownTo = 0.95

/** A part of the document that is captured again, in CSS pixels. */
interface UnseenPart {
  area: Rectangle
  /** The index of its element in the page. */
  index: number
}

/** Returns the parts of a region that the browser draws only while they are in view. The region is in device pixels. */
export const findTargets = ({ plan }: CaptureContext, region: Rectangle, { unseen }: Survey): UnseenPart[] =>
  unseen
    .map((area, index) => ({ area, index }))
    .filter(({ area }) => intersect(toDevicePixels(area, plan.viewport.deviceScaleFactor), region))

/** Captures parts of the document while they are in view. What the whole capture shows in the place of a bar stays. */
export const shootSections = async (
  context: CaptureContext,
  region: Rectangle,
  survey: Survey,
  targets: readonly UnseenPart[],
  shoot: ShootPart,
): Promise<Section[]> => {
  if (targets.length === 0) return []
  const { deviceScaleFactor } = context.plan.viewport
  const frameIds = await readFrameIds(context)
  const bars = survey.bars.map((area) => toDevicePixels(area, deviceScaleFactor))
  const sections: Section[] = []
  await fromStops(context, survey, async (endsMs) => {
    const stops = planStops(targets, survey.height)
    const shootAt = async (stop: Stop, stopEndsMs: number) => {
      const shown = new Set(stop.targets.map((target) => frameIds[target.index]))
      const { taken, rests } = await shootStop(context, {
        top: stop.top,
        endsMs: stopEndsMs,
        begin: () => undrawn(context, () => awaitShown(context, shown, stopEndsMs)),
        take: (view) => shootTargets(context, region, stop.targets, view, shoot),
        isAtRest: areSame,
      })
      if (!rests) noteIncomplete(context.report, 'section', 'moving')
      return taken.pieces
    }
    for (const [index, stop] of stops.entries()) {
      if (Date.now() >= endsMs) noteIncomplete(context.report, 'section', 'timeout')
      const leftMs = Math.max(0, endsMs - Date.now()) / (stops.length - index)
      const pieces = await shootAt(stop, Date.now() + Math.min(limitsMs.scroll.stop, leftMs))
      for (const { place, piece } of pieces)
        for (const part of subtract(place, bars)) sections.push(await cutSection(piece, place, part, region))
    }
  })
  return sections
}

interface TargetPieces {
  pieces: { place: Rectangle; piece: Buffer }[]
  /** Whether a video has yet to load its first image. */
  isPending: boolean
}

/** Captures the targets where they are now. */
const shootTargets = async (
  { plan }: CaptureContext,
  region: Rectangle,
  targets: readonly UnseenPart[],
  view: StopView,
  shoot: ShootPart,
): Promise<TargetPieces> => {
  const { deviceScaleFactor } = plan.viewport
  const pieces: TargetPieces['pieces'] = []
  for (const { area, index } of targets) {
    const moved = view.moved[index]
    const place = intersect(toDevicePixels(area, deviceScaleFactor), region)
    if (!moved || !place) continue
    const x = place.x + Math.round(moved.x * deviceScaleFactor)
    const y = place.y + Math.round(moved.y * deviceScaleFactor)
    pieces.push({ place, piece: await shoot({ ...place, x, y }) })
  }
  return { pieces, isPending: view.pendingVideos > 0 }
}

const areSame = (last: TargetPieces, { pieces, isPending }: TargetPieces) =>
  !isPending &&
  pieces.length === last.pieces.length &&
  pieces.every(({ piece }, index) => last.pieces[index]?.piece.equals(piece))

/** The ids of the targets that are frames, by index. */
const readFrameIds = async (context: CaptureContext): Promise<(string | undefined)[]> => {
  const { cdp, world } = context
  const describe = async () =>
    Promise.all(
      (await world.handles('readUnseen')).map((objectId) => cdp.send('DOM.describeNode', { objectId })),
    )
  return (await awaitResponse(context, describe())).map(({ node }) => node.frameId)
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
    // One that draws nothing is captured as it is.
    if (!frameIds.has(id) || !(await bestEffort(world.call('twoFrames'), limitsMs.page.otherProcess))) return
    const { lacks } = await world.call('readFacts', ['images'], false, Math.max(0, endsMs - Date.now()))
    if (lacks.length > 0) noteExpired(context.report, 'images')
  }
  const leftMs = Math.max(0, endsMs - Date.now())
  await tryInFrames(context, 'images', awaitFrame, leftMs + limitsMs.page.response)
}

interface Stop {
  /** The scroll position, in CSS pixels. */
  top: number
  targets: UnseenPart[]
}

/** Returns the scroll positions at which the targets, or slices of tall ones, are in view. */
const planStops = (targets: readonly UnseenPart[], viewportHeight: number): Stop[] => {
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

const slice = ({ area, index }: UnseenPart, heightMax: number): UnseenPart[] => {
  const count = Math.max(1, Math.ceil(area.height / heightMax))
  const height = Math.ceil(area.height / count)
  return Array.from({ length: count }, (_, i) => ({
    area: { ...area, y: area.y + i * height, height: Math.min(height, area.height - i * height) },
    index,
  }))
}
