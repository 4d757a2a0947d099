import { InvalidParameterError, ResultTooLargeError } from '../../../base/errors.ts'
import { timed } from '../../../base/timers.ts'
import type { Artifact } from '../../../core/plan/artifact.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ScreencastPlan, VideoFormat } from '../../../core/plan/render-plan.ts'
import { frameCount } from '../../../core/plan/resolve-screencast.ts'
import { decideVideoSize, passedVideoLimits, repeatMs, type VideoSize } from '../../../core/plan/video.ts'
import { noteUnlessGone } from '../../page/best-effort.ts'
import { describeResult, readPageFacts, toMetadata } from '../../page/metadata.ts'
import {
  assertUsable,
  getReady,
  type RenderContext,
  type RenderDeps,
  withOpenPage,
} from '../../render-page.ts'
import { createEncoder } from './encode/create-encoder.ts'
import { recordPage } from './record-page.ts'

const contentTypes: Record<VideoFormat, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  gif: 'image/gif',
}

/**
 * Renders a page and returns a video. It always ends within timeout + delay + duration + 5 s, even for a hostile page.
 *
 * @throws AppError
 */
export const take = async (
  plan: ScreencastPlan,
  context: RenderContext,
  deps: RenderDeps,
): Promise<Artifact> => {
  const size = toVideoSize(plan)
  const { report } = context
  return withOpenPage({ use: 'video', plan, context, deps }, async (page): Promise<Artifact> => {
    const readFacts = () => readPageFacts(page.session, plan, page.context)
    if (!plan.isFromLoad) await getReady(page)
    const readyFacts = plan.isFromLoad ? undefined : await readFacts()
    const { scripts } = page.session
    const note = noteUnlessGone(report, 'encoder')
    const where = { browser: page.session.page.browser(), script: scripts.video, note }
    await using encoder = await createEncoder(where, { ...plan, ...size, frames: frameCount(plan) })
    const endsMs = page.context.budget.endsMs - limitsMs.reserve.video
    const video = await timed(report, 'capture', () =>
      recordPage(page, plan, encoder, { endsMs, repeatMs: repeatMs(plan.format, size) }),
    )
    report.video = video
    if (plan.isFromLoad) await assertUsable(page)
    const facts = readyFacts ?? (await readFacts())
    const body = await timed(report, 'encode', () => encoder.finish())
    return {
      body,
      contentType: contentTypes[plan.format],
      extension: plan.extension,
      metadata: toMetadata(plan, facts, { body, width: size.width, height: size.height }, report),
      headers: { 'X-Service-Capture-Mode': video.mode },
      ...describeResult(plan, facts, { width: size.width, height: size.height, durationMs: plan.durationMs }),
    }
  })
}

const toVideoSize = (plan: ScreencastPlan): VideoSize => {
  const { viewport, format } = plan
  const size = decideVideoSize(plan)
  if (!size)
    throw new InvalidParameterError(
      `\`clip_*\` lies outside the viewport, which is ${viewport.width} by ${viewport.height} CSS pixels. \`capture_beyond_viewport=true\` includes it.`,
    )
  const passed = passedVideoLimits(size, { format, frames: frameCount(plan) })
  if (passed.length === 0) return size
  throw new ResultTooLargeError(
    `The video would be ${size.width} by ${size.height} pixels, but ${passed.join(', and ')}. Use a smaller viewport, \`clip_*\`, \`device_scale_factor\`, \`fps\` or \`duration\`.`,
  )
}
