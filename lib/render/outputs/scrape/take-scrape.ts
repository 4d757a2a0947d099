import { timed } from '../../../base/timers.ts'
import { detectCharset } from '../../../core/html/charset.ts'
import type { Artifact } from '../../../core/plan/artifact.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ScrapePlan } from '../../../core/plan/render-plan.ts'
import { failOnStatus } from '../../page/assert-content.ts'
import { bestEffort, inTime, noteUnlessGone } from '../../page/best-effort.ts'
import { NavigationError } from '../../page/main-document.ts'
import { describeResult, type PageFacts, readPageFacts, toMetadata } from '../../page/metadata.ts'
import { reachMs, type StepContext } from '../../page/step.ts'
import {
  openPage,
  type RenderContext,
  type RenderDeps,
  type RenderedPage,
  renderPage,
  withOpenPage,
} from '../../render-page.ts'
import { readContent } from './read-content.ts'

const contentTypes = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

/**
 * Returns the content of a page, or its document as the server sent it if the plan requests no more.
 * It always ends within timeout + delay + 5 s, even for a hostile page.
 *
 * @throws AppError
 */
export const take = async (plan: ScrapePlan, context: RenderContext, deps: RenderDeps): Promise<Artifact> => {
  const render = { use: 'text', plan, context, deps } as const
  if (isAsSent(plan)) {
    const block = { annoyances: [], resourceTypes: [], urlPatterns: [] }
    // Nothing of the page is awaited, so its description costs no time.
    const sent = { ...plan, isAsSent: true, isDescribed: true, block }
    return withOpenPage({ ...render, plan: sent }, async (page) => {
      const text = await readSentText(page)
      return toArtifact(sent, text, await readPageFacts(page.session, sent, page.context), context)
    })
  }
  return renderPage(render, async ({ session, context: steps }) => {
    const facts = await readPageFacts(session, plan, steps)
    if (plan.format === 'html' && !plan.onlyMainContent) await revert(steps)
    const text = await timed(context.report, 'capture', () => readContent(session, plan, steps))
    return toArtifact(plan, text, facts, context)
  })
}

/** Returns whether the result is exactly the document that the server sends. */
const isAsSent = (plan: ScrapePlan): boolean =>
  plan.scriptsDisabled &&
  plan.format === 'html' &&
  !plan.onlyMainContent &&
  plan.includeSelectors.length === 0 &&
  plan.excludeSelectors.length === 0 &&
  plan.failIfText === undefined &&
  plan.failIfMissingText === undefined &&
  plan.failOnRequest === undefined &&
  !plan.failOnFailedRequest &&
  !plan.metadata.fonts

/** Decodes the document as the browser does, except for UTF-8 that states no encoding. Invalid bytes become U+FFFD. */
const readSentText = async (page: RenderedPage): Promise<string> => {
  const { session, plan, context } = page
  const { document, sentDocument, signal, world } = context
  await openPage(page)
  const sent = sentDocument()
  if (!sent) throw new NavigationError('net::ERR_ABORTED', document.url(), true)
  await failOnStatus(session, plan, context)
  await bestEffort(document.reached(['DOMContentLoaded']), reachMs(context), signal)
  const charset = detectCharset(sent.bytes, sent.headers['content-type']) ?? (await world.call('readCharset'))
  return new TextDecoder(charset).decode(sent.bytes)
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
