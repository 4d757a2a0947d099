import type { Artifact } from '../../../core/plan/artifact.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ImageFormat, ScreenshotPlan } from '../../../core/plan/render-plan.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import { bestEffort } from '../../page/best-effort.ts'
import { describeResult, readPageFacts, toMetadata } from '../../page/metadata.ts'
import type { StepContext } from '../../page/step.ts'
import { captureEndsMs } from '../../page/time-limits.ts'
import { type RenderContext, type RenderDeps, renderPage } from '../../render-page.ts'
import { closePickers } from '../../steps/act.ts'
import { assertSelectors } from '../../steps/assert-selectors.ts'
import { assertBytes, explainTimeout } from './assert-image.ts'
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
export const take = (plan: ScreenshotPlan, context: RenderContext, deps: RenderDeps): Promise<Artifact> => {
  const use = isWholePage(plan) ? 'whole' : 'image'
  const rendered = renderPage({ use, plan, context, deps }, async ({ session, context: steps }) => {
    if (plan.selector !== undefined) await assertSelectors('selector', [plan.selector], steps)
    const { ignored } = context
    if (ignored?.length) await assertSelectors('watch.ignore_selectors', [...ignored], steps)
    const facts = await readPageFacts(session, plan, steps)
    const { signal, world, budget } = steps
    const endsMs = captureEndsMs(budget)
    // One may have opened while the page settled.
    await closePickers(session, plan, steps)
    const image = await capture(session, plan, context.report, { signal, world, endsMs, ignored })
    assertBytes(image.body.length)
    if (plan.failIfBlank) await assertNotBlank(image, { endsMs })
    const text = ignored && (await readText(plan, ignored, steps))
    return {
      body: image.body,
      contentType: contentTypes[plan.format],
      extension: plan.extension,
      metadata: toMetadata(plan, facts, image, context.report),
      ...(image.ignored && { ignored: image.ignored }),
      ...(text !== undefined && { text }),
      ...describeResult(plan, facts, { width: image.width, height: image.height }),
    }
  })
  return rendered.catch((error) => {
    throw explainTimeout(error, plan, context.report.fullHeight)
  })
}

/** In characters. */
const textLengthMax = 1_000_000

/** Reads the text of what was captured. Its changes are shown next to those of the image, which count without it. */
const readText = async (
  { selector }: ScreenshotPlan,
  ignored: readonly string[],
  { world, budget, signal, report }: StepContext,
): Promise<string | undefined> => {
  const leftMs = Math.max(0, budget.endsMs - Date.now() - limitsMs.scrape.stop)
  const reading = world.call('readText', selector ?? null, [...ignored], textLengthMax)
  const text = await bestEffort(reading, Math.min(limitsMs.metadata.text, leftMs), signal)
  if (!text) noteExpired(report, 'watched_text')
  return text?.value
}

/** Returns whether the image shows more of the page than its viewport. */
export const isWholePage = ({ fullPage, selector, clip }: ScreenshotPlan) =>
  fullPage || selector !== undefined || clip !== undefined
