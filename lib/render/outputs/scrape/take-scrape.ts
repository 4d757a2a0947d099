import { timed } from '../../../base/timers.ts'
import type { Artifact } from '../../../core/plan/artifact.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ScrapePlan } from '../../../core/plan/render-plan.ts'
import { inTime, noteUnlessGone } from '../../page/best-effort.ts'
import { describeResult, type PageFacts, readPageFacts, toMetadata } from '../../page/metadata.ts'
import type { StepContext } from '../../page/step.ts'
import { type RenderContext, type RenderDeps, renderPage } from '../../render-page.ts'
import { fetchScrape, needsNoBrowser } from './fetch-scrape.ts'
import { readContent } from './read-content.ts'

const contentTypes = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

/**
 * Returns the content of a page, from the browser unless the request only needs the document as its server sends it.
 * It always ends within timeout + delay + 5 s, even for a hostile page.
 *
 * @throws AppError
 */
export const take = async (plan: ScrapePlan, context: RenderContext, deps: RenderDeps): Promise<Artifact> => {
  const render = { use: 'text', plan, context, deps } as const
  if (needsNoBrowser(plan)) {
    // A document that states no encoding is decoded as the browser shows it.
    const guessCharset = (signal: AbortSignal) =>
      renderPage({ ...render, context: { ...context, signal } }, (page) =>
        page.context.world.call('readCharset'),
      )
    const { text, facts } = await fetchScrape(deps, plan, context, guessCharset)
    return toArtifact(plan, text, facts, context)
  }
  return renderPage(render, async ({ session, context: steps }) => {
    const facts = await readPageFacts(session, plan, steps)
    if (plan.format === 'html' && !plan.onlyMainContent) await revert(steps)
    const text = await timed(context.report, 'capture', () => readContent(session, plan, steps))
    return toArtifact(plan, text, facts, context)
  })
}

/** Removes the service's styles, such as the ones that hide a dialog, from the returned HTML. */
const revert = async ({ world, signal, report }: Pick<StepContext, 'world' | 'signal' | 'report'>) => {
  const reverted = world.call('undo', 'page').catch(noteUnlessGone(report, 'revert'))
  await inTime('revert', reverted, limitsMs.scrape.revert, { report, signal })
}

const toArtifact = (
  plan: ScrapePlan,
  text: string,
  facts: PageFacts,
  { report }: RenderContext,
): Artifact => {
  const body = Buffer.from(text)
  return {
    body,
    contentType: contentTypes[plan.format],
    extension: plan.format,
    metadata: toMetadata(plan, facts, { body, width: 0, height: 0 }, report),
    ...describeResult(plan, facts),
  }
}
