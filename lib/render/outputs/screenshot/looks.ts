import { pause } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { areasToKeep, mergeRows, planRows, type Rows } from '../../../core/plan/plan-rows.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import type { World } from '../../page/world.ts'
import { awaitStill } from './await-still.ts'
import type { CaptureContext } from './capture-context.ts'
import { fromStops, type Section, type ShootArea, undrawn } from './sections.ts'

/** The rows of the viewport that show an element as a visitor sees it, not while it enters or leaves. */
const shownFrom = 0.15
const shownUntil = 0.8
const shownLimit = 0.95

/** A part that is shown in the middle of the window only begins there. */
const lateMax = 0.45

/** Each stop shows at least so much of the viewport that the stop before did not. */
const progressMin = 0.25

/** How often the layout may move what a stop shows out of the window. */
const attemptsMax = 3

const animationSamplesMax = 10
const animationSampleMs = 50

/** Sends all calls together. They run in this order. */
const afterReading = <T>(world: World, isWhole: boolean, call: () => Promise<T>) => {
  const read = Promise.all([
    world.call('readLooks', isWhole),
    world.call('readEffects'),
    world.call('readContents'),
    world.call('findPanels'),
    world.call('readCovered'),
    world.call('readColors'),
  ])
  return Promise.all([call(), read])
}

/** Remembers how the elements in the window look at this scroll position. */
export const rememberLooks = async ({ world, ...time }: CaptureContext): Promise<void> => {
  await awaitResponse(
    time,
    afterReading(world, false, () => Promise.all([world.call('rememberSeen'), world.call('rememberColors')])),
  )
}

/** Returns the parts of a page that was scrolled through which showed more while they were in view. */
export const findHidden = async (context: CaptureContext): Promise<Rows[]> => {
  const { plan, world } = context
  if (!(plan.fullPage && plan.fullPageScroll)) return []
  const find = () =>
    Promise.all([world.call('findHiddenAgain'), world.call('locateHidden'), world.call('findThemed')])
  const [found] = await awaitResponse(context, afterReading(world, true, find))
  return mergeRows(found.flat(), plan.viewport.height / 4)
}

/** Captures parts of a page as they are while they are in view. Everything else remains as the whole capture shows it. */
export const shootHidden = async (
  context: CaptureContext,
  region: Rectangle,
  hidden: readonly Rows[],
  shoot: (part: Rectangle) => Promise<Buffer>,
): Promise<Section[]> => {
  if (hidden.length === 0) return []
  const { deviceScaleFactor } = context.plan.viewport
  const columns = { x: region.x / deviceScaleFactor, width: region.width / deviceScaleFactor }
  const begin = region.y / deviceScaleFactor
  const end = (region.y + region.height) / deviceScaleFactor
  const sections = await fromStops(context, region, shoot, async (shootArea, endsMs) => {
    let lower = 0
    for (const [top, bottom] of hidden) {
      const last = Math.min(end, bottom)
      for (let place: Place = { from: Math.max(begin, top), lower, attempts: 0 }; place.from < last; ) {
        if (Date.now() >= endsMs) return noteIncomplete(context.report, 'section', 'timeout')
        place = await shootStop(context, place, columns, shootArea)
        lower = place.lower
      }
    }
  })
  await awaitResponse(context, context.world.call('alignBackdrops', 0))
  return sections
}

/** The part of the document's width that is captured. */
type Columns = Pick<Rectangle, 'x' | 'width'>

interface Place {
  /** Where the stop begins, as the document is laid out at the top. */
  from: number
  /** How much lower the document is laid out now. */
  lower: number
  /** How often this place was unsuccessfully scrolled to. */
  attempts: number
  /** Where the window begins, if the upper part of it does not show what is there. */
  top?: number
}

const compare = async (world: World, viewport: { width: number }, from: number) => {
  const [layout, , , parts, others, hidden, themed] = await Promise.all([
    world.call('findLower', from),
    world.call('findLeaving'),
    world.call('findMore'),
    world.call('findParts'),
    world.call('findOthers'),
    world.call('findUnfinished'),
    world.call('compareColors'),
  ])
  const colored = themed.map(([y, end]) => ({
    x: 0,
    y,
    width: viewport.width,
    height: end - y,
    lower: layout.lower,
  }))
  return { ...layout, ...others, ...hidden, parts: [...parts, ...colored] }
}

/** Scrolls to a place, and compares what the window shows there. */
const reachPlace = async (context: CaptureContext, place: Place, colorsEnd: number | null) => {
  const { world, plan } = context
  const { from } = place
  const { height } = plan.viewport
  // Other colors are shown as they are while that part is in the middle of the window.
  const usual = colorsEnd === null ? from - height * shownFrom : (from + colorsEnd - height) / 2
  const wanted = Math.max(0, Math.floor((place.top ?? usual) + place.lower))
  const top = await undrawn(context, () => world.call('scrollDocumentTo', wanted))
  const isAtRest = await awaitRest(context)
  if (place.top !== undefined) await undrawn(context, () => world.call('pause', limitsMs.scroll.late), true)
  const [shown] = await awaitResponse(
    context,
    afterReading(world, false, () => compare(world, plan.viewport, from)),
  )
  // The last part of the page is seen in the lower part of the window.
  return { ...shown, top, isAtRest, isAtEnd: top < wanted }
}

type Shown = Awaited<ReturnType<typeof reachPlace>>

/** Captures what is shown in the window while `from` is in its upper part. Returns where the next stop begins. */
const shootStop = async (
  context: CaptureContext,
  place: Place,
  columns: Columns,
  shootArea: ShootArea,
): Promise<Place> => {
  const { from } = place
  const { height } = context.plan.viewport
  const colorsEnd = await awaitResponse(context, context.world.call('findColorsEnd', from))
  const shown = await reachPlace(context, place, colorsEnd)
  const { lower, top, isAtEnd, hidden, unfinished } = shown
  const again = { from, lower, attempts: place.attempts + 1 }
  const isBelow = from + lower >= top + height * shownUntil && !isAtEnd
  const isOutside = isBelow || from + lower < top
  // The layout has moved it out of the window.
  if (lower !== place.lower && isOutside && again.attempts < attemptsMax) return again
  const deferrable = from + height * progressMin
  const late = unfinished.find(([start, end]) => start <= deferrable && end > from)
  // It may be shown later, or in the middle of the window only.
  if (late && place.top === undefined) return { ...again, top: middleOf(late, from, height) }
  noteStop(context.report, shown, isOutside, late !== undefined)
  const rowAt = (share: number) =>
    Math.min(top + height * (isAtEnd ? 1 : share) - lower, colorsEnd ?? Number.POSITIVE_INFINITY)
  const { rows, next } = planRows(
    { ...shown, hidden: isAtEnd ? [] : hidden, unfinished: isAtEnd ? [] : unfinished },
    { from, until: rowAt(shownUntil), limit: rowAt(shownLimit), deferrable },
  )
  await shootRows(context, shown, { rows, from, next, columns }, shootArea)
  // Here the document ends, or the layout never rests.
  const isStuck = next <= from
  return { from: isStuck ? deferrable : next, lower, attempts: 0 }
}

/** Adds to the report that a stop may not show its part of the page as a visitor sees it. */
const noteStop = (
  report: CaptureContext['report'],
  { isUneven, isAtRest }: Shown,
  isOutside: boolean,
  isLate: boolean,
) => {
  if (isUneven) noteIncomplete(report, 'section', 'different')
  if (isOutside || (isLate && !isAtRest)) noteIncomplete(report, 'section', 'moving')
}

/** Captures rows of what is shown, without the bars and what enters or leaves the window meanwhile. */
const shootRows = async (
  { world, ...time }: CaptureContext,
  { lower, isUneven, parts, moved }: Shown,
  { rows, from, next, columns }: { rows: readonly Rows[]; from: number; next: number; columns: Columns },
  shootArea: ShootArea,
) => {
  await awaitResponse(
    time,
    Promise.all([
      world.call('findBars', true),
      world.call('hideLeaving', from, next),
      world.call('alignBackdrops', lower),
    ]),
  )
  const isHidden = ({ y, height }: Rectangle) => y + height <= from || y >= next
  const kept = areasToKeep(
    moved.flatMap(({ areas, rest }) => (rest && isHidden(rest) ? [rest] : areas)),
    parts,
  )
  if (isUneven) await shootParts(parts, [from, next], shootArea)
  else
    for (const [y, end] of rows) await shootArea({ ...columns, y, height: end - y }, { x: 0, y: lower }, kept)
  await awaitResponse(time, world.call('showBars'))
}

/** Captures each part alone, because the layout has moved them by different distances. */
const shootParts = async (
  parts: readonly (Rectangle & { lower: number })[],
  [from, to]: Rows,
  shootArea: ShootArea,
) => {
  for (const { x, y, width, height, lower } of parts) {
    const [start, end] = [Math.max(y, from), Math.min(y + height, to)]
    if (end > start) await shootArea({ x, y: start, width, height: end - start }, { x: 0, y: lower })
  }
}

/** Returns where the window begins if a part is in its middle, and still shows what is at `from`. */
const middleOf = ([top, bottom]: Rows, from: number, height: number) =>
  Math.min(from, Math.max(from - height * lateMax, (top + bottom - height) / 2))

/** Returns whether the window is at rest. Something that never rests may use up the wait for stillness. */
const awaitRest = async (context: CaptureContext): Promise<boolean> => {
  const isStill = await awaitStill(context, { msMax: limitsMs.scroll.stillAgain, isShown: false })
  for (let i = 0; i < animationSamplesMax; i++) {
    if (!(await awaitResponse(context, context.world.call('isAnimating')))) return isStill
    const passed = () => pause(animationSampleMs, context.signal)
    await undrawn(context, passed, true)
  }
  return false
}
