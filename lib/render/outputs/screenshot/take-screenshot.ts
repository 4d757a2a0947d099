import type { Artifact } from '../../../core/plan/artifact.ts'
import type { ImageFormat, ScreenshotPlan } from '../../../core/plan/render-plan.ts'
import { describeResult, readPageFacts, toMetadata } from '../../page/metadata.ts'
import { captureEndsMs } from '../../page/time-limits.ts'
import { createRenderPage, type RenderContext, type RenderDeps } from '../../render-page.ts'
import { closePickers } from '../../steps/act.ts'
import { assertSelectors } from '../../steps/assert-selectors.ts'
import { assertNotBlank } from './assert-not-blank.ts'
import { capture } from './capture.ts'

export const contentTypes: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

/**
 * Renders a page and returns an image. It always ends within timeout + delay + 5 s, even for a hostile page.
 *
 * @throws AppError
 */
export const take = (plan: ScreenshotPlan, context: RenderContext, deps: RenderDeps): Promise<Artifact> =>
  createRenderPage(deps)(plan, context, isWholePage(plan), async ({ session, context: steps }) => {
    if (plan.selector !== undefined) await assertSelectors('selector', [plan.selector], steps)
    const { ignored } = context
    if (ignored?.length) await assertSelectors('watch.ignore_selectors', [...ignored], steps)
    const facts = await readPageFacts(session, plan, steps)
    const { signal, world, budget } = steps
    const endsMs = captureEndsMs(budget)
    // One may have opened while the page settled.
    await closePickers(session, plan, steps)
    const image = await capture(session, plan, context.report, { signal, world, endsMs, ignored })
    if (plan.failIfBlank) await assertNotBlank(image, { endsMs })
    return {
      body: image.body,
      contentType: contentTypes[plan.format],
      extension: plan.extension,
      metadata: toMetadata(plan, facts, image, context.report),
      ...(image.ignored && { ignored: image.ignored }),
      ...describeResult(plan, facts, { width: image.width, height: image.height }),
    }
  })

/** Returns whether the image shows more of the page than its viewport. */
export const isWholePage = ({ fullPage, selector, clip }: ScreenshotPlan) =>
  fullPage || selector !== undefined || clip !== undefined
