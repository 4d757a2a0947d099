import { InvalidParameterError, SelectorNotFoundError } from '../../../base/errors.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { intersect } from '../../../core/plan/capture-area.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { awaitVideos } from '../../page/await-videos.ts'
import { awaitImages } from '../../page/ready.ts'
import { awaitResponse, remainingMs } from '../../page/time-limits.ts'
import type { CaptureContext } from './capture-context.ts'
import { expandInnerScroller, expandPage } from './expand-page.ts'

/** The area to capture, in CSS pixels relative to the document. */
export interface CaptureArea {
  region: Rectangle
  /** Finds the region again, because an element can move. @throws SelectorNotFoundError if it is no longer visible */
  find?(): Promise<Rectangle>
}

/** Returns undefined for the viewport as it is, which requires no call to the page. */
export const chooseArea = async (context: CaptureContext): Promise<CaptureArea | undefined> => {
  const { plan } = context
  if (plan.selector !== undefined) return areaOfElement(context, plan.selector)
  if (plan.fullPage) return areaOfPage(context)
  if (plan.clip) return areaOfClip(context, plan.clip)
  return undefined
}

const areaOfPage = async (context: CaptureContext): Promise<CaptureArea> => {
  const page = await expandPage(context)
  const { clip } = context.plan
  if (!clip) return { region: page }
  const region = intersect({ ...clip, x: clip.x + page.x, y: clip.y + page.y }, page)
  if (!region)
    throw new InvalidParameterError(`\`clip_*\` lies outside the page, which is ${sizeText(page)}.`)
  return { region }
}

/** Without `capture_beyond_viewport`, a clip is cut to the viewport, as in Puppeteer. */
const areaOfClip = async (context: CaptureContext, clip: Rectangle): Promise<CaptureArea> => {
  if (context.plan.captureBeyondViewport) return { region: clip }
  const metrics = await awaitResponse(context, context.cdp.send('Page.getLayoutMetrics'))
  const { pageX: x, pageY: y, clientWidth: width, clientHeight: height } = metrics.cssVisualViewport
  const viewport = { x, y, width, height }
  const region = intersect(clip, viewport)
  if (region) return { region }
  throw new InvalidParameterError(
    `\`clip_*\` lies outside the viewport, which is ${sizeText(viewport)}. \`capture_beyond_viewport=true\` or \`full_page=true\` captures it.`,
  )
}

const areaOfElement = async (context: CaptureContext, selector: string): Promise<CaptureArea> => {
  const { world } = context
  const unlessMissing = (box: Rectangle | undefined) => {
    if (box) return box
    throw new SelectorNotFoundError(`\`selector\`: no visible element matched "${selector}".`)
  }
  // Without the scripts of the page, no element is added, and ours have no timers.
  const appearsMs = Math.min(limitsMs.element.appears, remainingMs(context) / 2)
  const waitMs = context.plan.scriptsDisabled ? 0 : appearsMs
  unlessMissing(await awaitResponse(context, world.call('locateElement', selector, waitMs)))
  await awaitImages(context, 'window', Math.min(limitsMs.element.images, remainingMs(context) / 2))
  const videosMs = Math.min(limitsMs.ready.videos, remainingMs(context) / 2)
  await awaitResponse(context, awaitVideos(context, videosMs))
  await expandInnerScroller(context, selector)
  const region = unlessMissing(await awaitResponse(context, world.call('frameSelection', selector)))
  const find = async () => unlessMissing(await awaitResponse(context, world.call('frameElement', selector)))
  return { region, find }
}

const sizeText = ({ width, height }: { width: number; height: number }) =>
  `${Math.round(width)} by ${Math.round(height)} CSS pixels`
