import {
  InvalidParameterError,
  PageTimeoutError,
  ResultTooLargeError,
  SelectorNotFoundError,
} from '../../../base/errors.ts'
import { DeadlineError, within } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { ScrapePlan } from '../../../core/plan/render-plan.ts'
import type { PageSession } from '../../browser/page-session.ts'
import type { ScrapeOutcome } from '../../in-page/scrape/outcome.ts'
import { bestEffort } from '../../page/best-effort.ts'
import type { StepContext } from '../../page/step.ts'
import { assertSelectors } from '../../steps/assert-selectors.ts'
import { metadataLimits, toPageMetadata } from '../snapshot/read-page.ts'
import { toFrontMatter } from './front-matter.ts'

/** In characters. The text can have three times as many bytes. */
const lengthMax = 20_000_000

/**
 * Returns the content of the page as text. If the page has too much content, its script is stopped to keep the browser usable.
 * @throws AppError
 */
export const readContent = async (
  { cdp, scripts }: PageSession,
  plan: ScrapePlan,
  context: StepContext,
): Promise<string> => {
  const { format, onlyMainContent, includeSelectors, excludeSelectors } = plan
  if (includeSelectors.length > 0) await assertSelectors('include_selectors', includeSelectors, context)
  if (excludeSelectors.length > 0) await assertSelectors('exclude_selectors', excludeSelectors, context)
  const { links, images, frontMatter } = plan.markdown
  const options = { format, onlyMainContent, links, images, includeSelectors, excludeSelectors, lengthMax }
  const { world, budget, signal } = context
  const leftMs = Math.max(0, budget.endsMs - Date.now() - limitsMs.scrape.stop)
  try {
    const reading = Promise.all([
      frontMatter ? world.call('readPage', metadataLimits) : undefined,
      world.callIn(scripts.scrape(plan), 'scrape', options),
    ])
    const [head, outcome] = await within(reading, Math.min(limitsMs.scrape.read, leftMs), signal)
    if (outcome.kind === 'content' && outcome.mainContent) context.report.mainContent = outcome.mainContent
    const { metadata } = head ?? {}
    return `${metadata ? toFrontMatter(toPageMetadata(metadata)) : ''}${toText(outcome)}`
  } catch (cause) {
    if (!(cause instanceof DeadlineError)) throw cause
    await bestEffort(cdp.send('Runtime.terminateExecution'), limitsMs.scrape.stop, signal)
    throw new PageTimeoutError('The page has too much content to be read in time.', { cause })
  }
}

const toText = (outcome: ScrapeOutcome): string => {
  if (outcome.kind === 'content') return outcome.text
  if (outcome.kind === 'too_large')
    throw new ResultTooLargeError(
      `The content of the page is larger than ${lengthMax / 1_000_000} million characters.`,
    )
  if (outcome.kind === 'root_excluded')
    throw new InvalidParameterError(
      '`exclude_selectors` matches the root element of the page. It must match only elements inside the root element.',
    )
  throw new SelectorNotFoundError('`include_selectors` matches no element on the page.')
}
