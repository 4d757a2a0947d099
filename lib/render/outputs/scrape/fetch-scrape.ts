import { PageTimeoutError } from '../../../base/errors.ts'
import { timed } from '../../../base/timers.ts'
import { detectCharset } from '../../../core/html/charset.ts'
import { readHtmlHead } from '../../../core/html/read-html-head.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ScrapePlan } from '../../../core/plan/render-plan.ts'
import { noteBlockedTargets, noteFault } from '../../../core/telemetry/render-report.ts'
import { assertStatus } from '../../page/assert-content.ts'
import type { PageFacts } from '../../page/metadata.ts'
import { translateError } from '../../page/translate-error.ts'
import { type Egress, startEgress } from '../../proxy/egress.ts'
import type { RenderContext, RenderDeps } from '../../render-page.ts'
import { fetchDocument, fetchFavicon } from './fetch-document.ts'

/** Returns whether the result is exactly the document that the server sends, which requires no browser. */
export const needsNoBrowser = (plan: ScrapePlan): boolean =>
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

interface FetchedScrape {
  text: string
  facts: PageFacts
}

/**
 * Returns the decoded document as its server sends it. Invalid bytes become U+FFFD. Ends within `timeout`.
 * @param guessCharset returns the encoding of a document that states none
 * @throws AppError
 */
export const fetchScrape = async (
  { egressPolicy: policy, sites, resolve }: Pick<RenderDeps, 'egressPolicy' | 'sites' | 'resolve'>,
  plan: ScrapePlan,
  { signal: caller, report }: RenderContext,
  guessCharset: (signal: AbortSignal) => Promise<string>,
): Promise<FetchedScrape> => {
  const timeout = new PageTimeoutError(
    `The page did not arrive within ${plan.timeoutMs / 1000} s (\`timeout\`).`,
  )
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(timeout), plan.timeoutMs)
  const signal = AbortSignal.any([caller, over.signal])
  await using egress = await startEgress({ policy, upstream: plan.proxy, sites, resolve })
  try {
    report.requests.made++
    const { response, bytes } = await timed(report, 'navigate', () => fetchDocument(plan, egress, signal))
    assertStatus(plan, response.status)
    const charset = detectCharset(bytes, response.headers['content-type']) ?? (await guessCharset(signal))
    const text = new TextDecoder(charset).decode(bytes)
    const { status, headers, url } = response
    const head = readHtmlHead(text, url)
    const icon = head.icon ?? (await findIcon(plan, url, egress, { signal, report }))
    return { text, facts: { url, title: head.title, ...(icon !== undefined && { icon }), status, headers } }
  } catch (error) {
    throw translateError(error, egress)
  } finally {
    clearTimeout(timer)
    noteBlockedTargets(report, egress.denied)
  }
}

/** Best effort, because the page has already been fetched. */
const findIcon = async (
  plan: ScrapePlan,
  url: string,
  egress: Egress,
  { signal, report }: Pick<RenderContext, 'signal' | 'report'>,
) => {
  if (!plan.metadata.icon) return undefined
  const over = AbortSignal.any([signal, AbortSignal.timeout(limitsMs.metadata.icon)])
  return await fetchFavicon(plan, url, egress, over).catch((error: unknown) => {
    if (!over.aborted) noteFault(report, 'icon', error)
    return undefined
  })
}
