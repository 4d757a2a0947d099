import { setTimeout as pause } from 'node:timers/promises'
import { areasToKeep, mergeRows, planRows, type Rows } from '../../core/plan/plan-rows.ts'
import type { Rectangle } from '../../core/plan/render-plan.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import { awaitResponse } from '../page/time-limits.ts'
import type { World } from '../page/world.ts'
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

const stillnessMsMax = 1_500

/** A script may wait for this long before it shows what has come into view, in the page's time. */
const lateMs = 1_000

const animationSamplesMax = 10
const animationSampleMs = 50

/** Sends all calls together. They run in this order. */
const afterReading = <T>(world: World, isWhole: boolean, call: () => Promise<T>) => {
  const read = Promise.all([
    world.call('readLooks', isWhole),
    world.call('readEffects'),
    world.call('readContents'),
  ])
  return Promise.all([call(), read])
}

/** Remembers how the elements in the window look at this scroll position. */
export const rememberLooks = async ({ world, ...time }: CaptureContext): Promise<void> => {
  await awaitResponse(
    time,
    afterReading(world, false, () => world.call('rememberSeen')),
  )
}

/** Returns the parts of a page that was scrolled through which showed more while they were in view. */
export const findHidden = async (context: CaptureContext): Promise<Rows[]> => {
  const { plan, world } = context
  if (!(plan.fullPage && plan.fullPageScroll)) return []
  const [hidden] = await awaitResponse(
    context,
    afterReading(world, true, () => world.call('findHiddenAgain')),
  )
  return mergeRows(hidden, plan.viewport.height / 4)
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
  const begin = region.y / deviceScaleFactor
  const end = (region.y + region.height) / deviceScaleFactor
  const sections = await fromStops(context, region, shoot, async (shootArea, endsMs) => {
    let lower = 0
    for (const [top, bottom] of hidden) {
      const last = Math.min(end, bottom)
      for (let place: Place = { from: Math.max(begin, top), lower, attempts: 0 }; place.from < last; ) {
        if (Date.now() >= endsMs) return noteExpired(context.report, 'sections')
        place = await shootStop(context, place, region.width / deviceScaleFactor, shootArea)
        lower = place.lower
      }
    }
  })
  await awaitResponse(context, context.world.call('alignBackdrops', 0))
  return sections
}

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

const compare = async (world: World) => {
  const [lower, , compared, hidden] = await Promise.all([
    world.call('findLower'),
    world.call('findLeaving'),
    world.call('compareWithTop'),
    world.call('findUnfinished'),
  ])
  return lower === null
    ? { lower: 0, parts: [], moved: [], others: [], unfinished: [], hidden: [] }
    : { lower, ...compared, ...hidden }
}

/** Captures what is shown in the window while `from` is in its upper part. Returns where the next stop begins. */
const shootStop = async (
  context: CaptureContext,
  place: Place,
  width: number,
  shootArea: ShootArea,
): Promise<Place> => {
  const { world, plan } = context
  const { from } = place
  const { height } = plan.viewport
  const wanted = Math.max(0, Math.floor((place.top ?? from - height * shownFrom) + place.lower))
  const top = await undrawn(context, () => world.call('scrollDocumentTo', wanted))
  await awaitRest(context)
  if (place.top !== undefined) await undrawn(context, () => world.call('pause', lateMs), true)
  const [{ lower, parts, moved, others, hidden, unfinished }] = await awaitResponse(
    context,
    afterReading(world, false, () => compare(world)),
  )
  const again = { from, lower, attempts: place.attempts + 1 }
  // The layout has moved it out of the window.
  if (lower !== place.lower && from + lower < top && again.attempts < attemptsMax) return again
  const deferrable = from + height * progressMin
  const late = unfinished.find(([start, end]) => start <= deferrable && end > from)
  // It may be shown later, or in the middle of the window only.
  if (late && place.top === undefined) return { ...again, top: middleOf(late, from, height) }
  // The last part of the page is seen in the lower part of the window.
  const isAtEnd = top < wanted
  const { rows, next } = planRows(
    { parts, others, hidden: isAtEnd ? [] : hidden, unfinished: isAtEnd ? [] : unfinished },
    {
      from,
      until: top + height * (isAtEnd ? 1 : shownUntil) - lower,
      limit: top + height * (isAtEnd ? 1 : shownLimit) - lower,
      deferrable,
    },
  )
  await awaitResponse(
    context,
    Promise.all([
      world.call('findBars', true),
      world.call('hideLeaving', from, next),
      world.call('alignBackdrops', lower),
    ]),
  )
  const isHidden = ({ y, height: tall }: Rectangle) => y + tall <= from || y >= next
  const kept = areasToKeep(
    moved.flatMap(({ areas, rest }) => (rest && isHidden(rest) ? [rest] : areas)),
    parts,
  )
  for (const [start, end] of rows)
    await shootArea({ x: 0, y: start, width, height: end - start }, { x: 0, y: lower }, kept)
  await awaitResponse(context, world.call('showBars'))
  return { from: Math.max(next, from + 1), lower, attempts: 0 }
}

/** Returns where the window begins if a part is in its middle, and still shows what is at `from`. */
const middleOf = ([top, bottom]: Rows, from: number, height: number) =>
  Math.min(from, Math.max(from - height * lateMax, (top + bottom - height) / 2))

/** Something that never rests may use up the wait for stillness. */
const awaitRest = async (context: CaptureContext) => {
  await awaitStill(context, { msMax: stillnessMsMax, isShown: false })
  for (let i = 0; i < animationSamplesMax; i++) {
    if (!(await awaitResponse(context, context.world.call('isAnimating')))) break
    const passed = () => pause(animationSampleMs, undefined, { signal: context.signal })
    await undrawn(context, passed, true)
  }
}
