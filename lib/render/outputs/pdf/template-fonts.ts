import { until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import { remainingMs } from '../../page/time-limits.ts'
import type { PrintContext } from './print-context.ts'

/**
 * Loads the fonts of the header and the footer. Chromium prints a template without waiting for its fonts, and uses those that the
 * renderer has in its memory.
 */
export const loadTemplateFonts = async (context: PrintContext): Promise<void> => {
  const { plan, world, report, signal } = context
  const rules = [plan.headerTemplate, plan.footerTemplate].flatMap(fontRulesOf)
  if (rules.length === 0) return
  const capMs = Math.min(limitsMs.settle.templateFonts, remainingMs(context))
  const loaded = await until(world.call('loadFontFaces', rules.join('\n')), capMs, signal)
  if (loaded === undefined) return noteExpired(report, 'fonts')
  report.fonts.awaited += loaded.awaited
  report.fonts.missing += loaded.missing
}

const fontRulesOf = (template = ''): string[] =>
  template
    .split(/@font-face/i)
    .slice(1)
    .map((rest) => `@font-face${rest.slice(0, rest.indexOf('}') + 1)}`)
