import type { HTTPRequest } from 'puppeteer-core'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { imageHeightMax } from '../../../core/plan/image-size.ts'
import type { ScreenshotPlan } from '../../../core/plan/render-plan.ts'
import { growingHeightMax, paceScroll } from '../../../core/plan/scroll-pace.ts'
import { noteExpired, noteIncomplete } from '../../../core/telemetry/render-report.ts'
import { awaitResponse, remainingMs } from '../../page/time-limits.ts'
import type { CaptureContext, CaptureSession } from './capture-context.ts'

/**
 * Scrolls down step by step to load content that appears on scroll, until the end of the page or a limit of height or time. Returns
 * the height at which a page without end is cut, or undefined.
 *
 * @param isForSnapshot whether the page will be stopped, so no part of it can be captured at its scroll position
 */
export const scrollThrough = async (
  context: CaptureContext,
  isForSnapshot = false,
): Promise<number | undefined> => {
  const { plan, world, page, report } = context
  if (!plan.fullPageScroll) return undefined
  const { byAmount, byDurationMs } = plan.fullPageScroll
  const { screenful } = await awaitResponse(context, world.call('openScroll', true))
  const requested = { amount: Math.max(1, byAmount ?? screenful), waitMs: byDurationMs }
  const stopAfter = (leftMs: number) => Date.now() + Math.min(limitsMs.scroll.all, Math.max(0, leftMs))
  let stopMs = stopAfter(remainingMs(context) - limitsMs.reserve.scrolled)
  const scrollTo = (top: number, waitMs: number) => {
    const imagesMs = Math.min(limitsMs.scroll.images, stopMs - Date.now())
    return awaitResponse(
      context,
      world.call('scrollStep', top, waitMs, imagesMs, isForSnapshot ? 'all' : 'colors'),
    )
  }

  const requests = followRequests(page)
  try {
    let position = await scrollTo(0, 0)
    const heightMax = scrollHeightMax(plan, position.height)
    report.fullHeight = position.height
    const reservedMs = reserveMs(plan, Math.min(position.height, heightMax))
    stopMs = Math.min(stopMs, stopAfter(remainingMs(context) - reservedMs))
    for (let top = 0; !position.isAtEnd; ) {
      const left = Math.min(position.height, heightMax) - top
      if (left <= 0 || Date.now() >= stopMs) break
      const { amount, waitMs } = paceScroll(left, requested, stopMs - Date.now())
      top += amount
      position = await scrollTo(top, waitMs)
      if (position.isAtEnd && (await requests.done(Math.min(limitsMs.scroll.more, stopMs - Date.now()))))
        position = await scrollTo(top, 0)
    }
    noteEnd(context, position, heightMax)
    return position.height > heightMax ? heightMax : undefined
  } finally {
    requests.stop()
  }
}

/** Returns the time that is kept for the capture of a page of this height. */
const reserveMs = ({ viewport }: ScreenshotPlan, height: number) => {
  const { width, deviceScaleFactor } = viewport
  const megapixels = (width * height * deviceScaleFactor ** 2) / 1e6
  return limitsMs.reserve.scrolled + limitsMs.reserve.megapixel * megapixels
}

/** Adds to the report that the page was not scrolled to its end. */
const noteEnd = (
  { plan, report }: CaptureContext,
  { height, isAtEnd }: { height: number; isAtEnd: boolean },
  heightMax: number,
) => {
  if (!isAtEnd) noteExpired(report, 'scroll')
  if (height <= heightMax) return isAtEnd ? undefined : noteIncomplete(report, 'scroll', 'timeout')
  // A cut that the caller asked for lacks nothing.
  if (plan.fullPageMaxHeight === undefined) noteIncomplete(report, 'list', isAtEnd ? 'limit' : 'endless')
}

/** A page that was taller from the start is scrolled to its end. A growing page is scrolled only as far as an image can show it. */
const scrollHeightMax = (plan: ScreenshotPlan, height: number) => {
  if (plan.fullPageMaxHeight !== undefined) return plan.fullPageMaxHeight
  const { width, deviceScaleFactor } = plan.viewport
  const format = plan.thumbnail ? 'png' : plan.format
  const imageMax = imageHeightMax(format, Math.round(width * deviceScaleFactor)) / deviceScaleFactor
  return Math.max(height, Math.min(growingHeightMax, Math.floor(imageMax)))
}

/** Follows the requests that begin from now on. */
const followRequests = (page: CaptureSession['page']) => {
  const underWay = new Set<HTTPRequest>()
  let changed = Promise.withResolvers<void>()
  const begin = (request: HTTPRequest) => {
    if (request.resourceType() !== 'eventsource') underWay.add(request)
  }
  const end = (request: HTTPRequest) => {
    underWay.delete(request)
    changed.resolve()
    changed = Promise.withResolvers()
  }
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    /** Returns whether there were requests to wait for. */
    done: async (capMs: number) => {
      if (underWay.size === 0) return false
      const expired = AbortSignal.timeout(Math.max(0, capMs))
      const aborted = new Promise<void>((resolve) => expired.addEventListener('abort', () => resolve()))
      while (underWay.size > 0 && !expired.aborted) await Promise.race([changed.promise, aborted])
      return true
    },
    stop: () => {
      page.off('request', begin)
      page.off('requestfinished', end)
      page.off('requestfailed', end)
    },
  }
}
