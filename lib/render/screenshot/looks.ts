import { setTimeout as pause } from 'node:timers/promises'
import { mergeRows, planRows, type Rows } from '../../core/plan/plan-rows.ts'
import type { Rectangle } from '../../core/plan/render-plan.ts'
import { alignBackdrops } from '../in-page/backdrops.ts'
import { findBars, showBars } from '../in-page/bars.ts'
import {
  compareWithTop,
  findHiddenAgain,
  isAnimating,
  readContents,
  readLooks,
  rememberSeen,
} from '../in-page/looks.ts'
import { scrollDocumentTo } from '../in-page/scroll.ts'
import { awaitResponse } from '../page/time-limits.ts'
import type { World } from '../page/world.ts'
import { awaitStill } from './await-still.ts'
import type { CaptureContext } from './capture-context.ts'
import { fromStops, type Section, type ShootArea, undrawn } from './sections.ts'

/** The rows of the viewport that show an element as a visitor sees it, not while it enters or leaves. */
const shownFrom = 0.15
const shownUntil = 0.65
const shownLimit = 0.95

const stillnessMsMax = 1_500

const animationSamplesMax = 10
const animationSampleMs = 50

/** Sends all calls together. They run in this order. */
const afterReading = <T>(world: World, isWhole: boolean, call: () => Promise<T>) => {
  const read = Promise.all([world.call(readLooks, isWhole), world.call(readContents)])
  return Promise.all([call(), read])
}

/** Remembers how the elements in the window look at this scroll position. */
export const rememberLooks = async ({ world, ...time }: CaptureContext): Promise<void> => {
  await awaitResponse(
    time,
    afterReading(world, false, () => world.call(rememberSeen)),
  )
}

/** Returns the parts of a page that was scrolled through which showed more while they were in view. */
export const findHidden = async (context: CaptureContext): Promise<Rows[]> => {
  const { plan, world } = context
  if (!(plan.fullPage && plan.fullPageScroll)) return []
  const [hidden] = await awaitResponse(
    context,
    afterReading(world, true, () => world.call(findHiddenAgain)),
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
    for (const [top, bottom] of hidden)
      for (let from = Math.max(begin, top); from < Math.min(end, bottom) && Date.now() < endsMs; )
        ({ from, lower } = await shootStop(
          context,
          { from, lower },
          region.width / deviceScaleFactor,
          shootArea,
        ))
  })
  await awaitResponse(context, context.world.call(alignBackdrops, 0))
  return sections
}

interface Place {
  /** Where the stop begins, as the document is laid out at the top. */
  from: number
  /** How much lower the document is laid out now. */
  lower: number
}

/** Captures what is shown in the window while `from` is in its upper part. Returns where the next stop begins. */
const shootStop = async (
  context: CaptureContext,
  { from, lower: lowerBefore }: Place,
  width: number,
  shootArea: ShootArea,
): Promise<Place> => {
  const { world, plan } = context
  const { height } = plan.viewport
  const wanted = Math.max(0, Math.floor(from + lowerBefore - height * shownFrom))
  const top = await undrawn(context, () => world.call(scrollDocumentTo, wanted))
  await awaitStill(context, { msMax: stillnessMsMax, isShown: false })
  // Something that never rests may have used up the wait.
  for (let i = 0; i < animationSamplesMax; i++) {
    if (!(await awaitResponse(context, world.call(isAnimating)))) break
    await undrawn(context, () => pause(animationSampleMs, undefined, { signal: context.signal }))
  }
  const [{ lower, parts, moved }] = await awaitResponse(
    context,
    afterReading(world, false, () => world.call(compareWithTop)),
  )
  // The layout has moved it out of the window.
  if (lower !== lowerBefore && from + lower < top) return { from, lower }
  // The last part of the page is seen in the lower part of the window.
  const isAtEnd = top < wanted
  const until = top + height * (isAtEnd ? 1 : shownUntil)
  const limit = top + height * (isAtEnd ? 1 : shownLimit)
  const { rows, next } = planRows(parts, moved, { from, until: until - lower, limit: limit - lower })
  await awaitResponse(context, Promise.all([world.call(findBars, true), world.call(alignBackdrops, lower)]))
  for (const [start, end] of rows)
    await shootArea({ x: 0, y: start, width, height: end - start }, { x: 0, y: lower })
  await awaitResponse(context, world.call(showBars))
  return { from: Math.max(next, from + 1), lower }
}
