import { pause, until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import type { FrameClock } from '../browser/frame-clock.ts'
import { awaitVideos } from './await-videos.ts'
import { bestEffort } from './best-effort.ts'
import type { StepContext } from './step.ts'
import { frameWaitMs } from './time-limits.ts'

export type Wait = Pick<StepContext, 'world' | 'network' | 'signal' | 'report' | 'budget' | 'needs'> & {
  frames: Pick<FrameClock, 'draw' | 'hurry'>
}

/**
 * Waits until the image would be complete: style sheets, fonts, decoded images, videos in view, one drawn frame. The wait has a limit and is best
 * effort: what does not arrive is named in the report and fails nothing. Takes one frame if the page has already settled.
 */
export const settle = async (
  wait: Wait,
  endsMs = Date.now() + wait.budget.settleMs(Date.now()),
): Promise<void> => {
  const { report } = wait
  // The last frame counts, also if an earlier call has named one.
  report.waitsExpired = report.waitsExpired.filter((name) => name !== 'frame')
  if (!(await settleToFrame(wait, endsMs))) noteExpired(report, 'frame')
}

/** Returns whether the last frame was drawn in time and shows what earlier ones would have shown. */
const settleToFrame = async (wait: Wait, endsMs: number): Promise<boolean> => {
  const { world, network, needs } = wait
  const isWhole = needs.area === 'page'
  const share = (capMs = Number.POSITIVE_INFINITY) => Math.max(0, Math.min(capMs, endsMs - Date.now()))
  if (!network.isFollowed || network.pending('stylesheet', 'script') > 0) await awaitAllStyles(share, wait)
  const [hasFrame, , images] = await Promise.all([
    hasDrawn(wait),
    needs.hasStyle && count('fonts', world.call('awaitFonts', share()), share(), wait),
    count('images', world.call('awaitImages', isWhole, share()), share(), wait),
    bounded(
      'frames',
      world.call('awaitFrames', isWhole),
      share(limitsMs.settle.frames) + limitsMs.page.response,
      wait,
    ),
  ])
  const isBegun = hasFrame || (await awaitDrawn(wait, share(limitsMs.settle.firstFrame)))
  if (needs.hasStyle && images?.videos) {
    const capMs = share(limitsMs.settle.videos)
    const shown = awaitVideos(wait, capMs).then(succeed)
    await bounded('videos', shown, capMs + limitsMs.page.lateResponse, wait)
  }
  const isDrawn = needs.hasStyle ? await drawWithImages(isWhole, share, wait) : await draw(share(), wait)
  return isDrawn && isBegun !== undefined
}

/** Draws the images of styles too. */
const drawWithImages = async (isWhole: boolean, share: Share, wait: Wait): Promise<boolean> => {
  const { network } = wait
  if (network.isFollowed) {
    const isDrawn = await draw(share(), wait)
    // That frame requests the images of styles.
    if (network.pending('image') === 0) return isDrawn
    await furtherImages(isWhole, share(), wait)
    const pending = network.pending('image')
    // What the last frame requests is not awaited.
    return (await draw(share(), wait)) && (isDrawn || network.pending('image') <= pending)
  }
  // Only the page knows whether it has any, and its response takes a moment even if the time is up.
  const [further, isDrawn] = await Promise.all([
    furtherImages(isWhole, Math.max(limitsMs.page.lateResponse, share()), wait),
    draw(share(), wait),
  ])
  return further?.awaited === 0 ? isDrawn : draw(share(), wait)
}

/**
 * Waits for fonts and style sheets that scripts have requested since the page settled. What is still loading after `endsMs` is named in
 * the report, with fonts that only a script knows and with scripts, which are not awaited: many of them keep a request open.
 */
export const settleLate = async (endsMs: number, wait: Wait): Promise<void> => {
  const { world, network, signal, report, needs } = wait
  const find = async () =>
    (await bestEffort(world.call('findLoading', needs.hasStyle), limitsMs.page.lateResponse, signal))
      ?.value ?? []
  let loading = await find()
  if (loading.length > 0 && Date.now() < endsMs) {
    await settle(wait, endsMs)
    loading = await find()
  }
  for (const name of loading) noteExpired(report, name)
  for (const [name, type] of pendingTypes)
    if (network.pending(type) > 0 && (needs.hasStyle || type !== 'font')) noteExpired(report, name)
}

const pendingTypes = [
  ['fonts', 'font'],
  ['styles', 'stylesheet'],
  ['scripts', 'script'],
] as const

/** Between two looks at whether the page has drawn something. */
const pauseMs = 20

type Share = (capMs?: number) => number

const awaitAllStyles = async (share: Share, wait: Wait) => {
  const { world, needs } = wait
  const [isStyled, isImported] = await Promise.all([
    bounded('styles', world.call('awaitStyles').then(succeed), share(), wait),
    bounded('styles', world.call('awaitImports').then(succeed), share(limitsMs.settle.imports), wait),
  ])
  if ((isStyled && isImported) || !needs.hasStyle) return
  // Chromium draws nothing as long as a style sheet of the head is pending.
  if (!(await awaitDrawn(wait, share())))
    await bounded('styles', world.call('stopLoading'), limitsMs.page.lateResponse, wait)
}

/**
 * Waits for the first frame of a document. Returns false if it does not come in time, undefined if the page does not say. On a busy
 * machine, the browser may not have connected the document to what draws the frames when it has loaded, and frames that are requested by
 * then end without the callbacks and observers with which pages complete themselves.
 */
export const awaitDrawn = async (
  wait: Pick<Wait, 'world' | 'frames' | 'signal'>,
  capMs: number,
): Promise<boolean | undefined> => {
  const endsMs = Date.now() + capMs
  for (;;) {
    await draw(Math.max(0, endsMs - Date.now()), wait)
    const isDrawn = await hasDrawn(wait)
    if (isDrawn || Date.now() >= endsMs) return isDrawn
    await pause(pauseMs, wait.signal)
  }
}

const succeed = () => true

/** Undefined if the page is too busy to respond, or is replaced. It may have drawn nothing. */
const hasDrawn = async ({ world, signal }: Pick<Wait, 'world' | 'signal'>) =>
  (await bestEffort(world.call('hasDrawn'), limitsMs.page.lateResponse, signal))?.value

/** Returns false if the frame is not drawn in time, or the page is replaced. */
const draw = async (leftMs: number, { frames, signal }: Pick<Wait, 'frames' | 'signal'>) =>
  (await bestEffort(frames.draw(), frameWaitMs(leftMs), signal)) !== undefined

const furtherImages = async (isWhole: boolean, capMs: number, wait: Wait) => {
  const result = await bounded('images', wait.world.call('awaitFurtherImages', isWhole), capMs, wait)
  if (result?.isExpired) noteExpired(wait.report, 'images')
  return result
}

const count = async <Counted extends { awaited: number; missing: number; isExpired: boolean }>(
  name: 'fonts' | 'images',
  counted: Promise<Counted>,
  capMs: number,
  wait: Wait,
) => {
  const result = await bounded(name, counted, capMs + limitsMs.page.response, wait)
  if (result === undefined) return undefined
  wait.report[name] = { awaited: result.awaited, missing: result.missing }
  if (result.isExpired) noteExpired(wait.report, name)
  return result
}

/** Waits for the images in view, or in the whole page. */
export const imagesWithin = async (
  { world, report, signal }: Pick<Wait, 'world' | 'report'> & { signal: AbortSignal | undefined },
  isWhole: boolean,
  capMs: number,
) => {
  const images = await until(
    world.call('awaitImages', isWhole, capMs),
    capMs + limitsMs.page.response,
    signal,
  )
  if (images === undefined || images.isExpired) noteExpired(report, 'images')
  return images
}

/** Returns undefined, and notes it in the report, if the wait runs out or the page makes it fail. */
const bounded = async <T>(
  name: string,
  waited: Promise<T>,
  capMs: number,
  wait: Pick<Wait, 'signal' | 'report'>,
) => {
  const result = await bestEffort(waited, capMs, wait.signal)
  if (result === undefined) noteExpired(wait.report, name)
  return result?.value
}
