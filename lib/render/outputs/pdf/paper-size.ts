import { bothWays, isExact, type PageSize, parsePageSize, toRuleLength } from '../../../core/plan/page-box.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import type { PrintContext } from './print-context.ts'

/**
 * Returns the sizes that the pages may have, or undefined if Chromium prints all of them exactly, and whether the size is in a page rule.
 * Chromium rounds the size of the paper up to whole points, and with it the width of the layout, but not the size in a page rule.
 */
export const usePaperSize = async (
  context: PrintContext,
): Promise<{ sizes: readonly PageSize[] | undefined; isInRule: boolean }> => {
  const { plan, world } = context
  const { paper, preferCssPageSize, onePage } = plan
  if (isExact(paper) && !preferCssPageSize) return { sizes: undefined, isInRule: false }
  const size = `${toRuleLength(paper.width)} ${toRuleLength(paper.height)}`
  const rule = onePage || isExact(paper) ? undefined : size
  const { declared, isSet } = await awaitResponse(context, world.call('setPageSize', rule))
  const sizes = [...(preferCssPageSize ? declared.flatMap(parsePageSize) : []), ...bothWays(paper)]
  return { sizes, isInRule: isSet }
}
