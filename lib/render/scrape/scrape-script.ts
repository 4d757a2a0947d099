import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScrapePlan } from '../../core/plan/render-plan.ts'

/** Returns the script that reads the content of a page as the plan requests. */
export type ScrapeScript = (plan: Pick<ScrapePlan, 'format' | 'onlyMainContent'>) => string

const names = { html: 'html.js', md: 'text.js' }

/** Reads the scripts made by `scripts/generate/scrape.ts`, each on its first use. */
export const loadScrapeScript = (assetsDir: string): ScrapeScript => {
  const scripts = new Map<string, string>()
  return ({ format, onlyMainContent }) => {
    const name = onlyMainContent ? 'content.js' : names[format]
    const script = scripts.get(name) ?? readFileSync(join(assetsDir, 'scrape', name), 'utf8')
    scripts.set(name, script)
    return script
  }
}
