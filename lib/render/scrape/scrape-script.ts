import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a function that reads the script made by `scripts/generate/scrape.ts` on first use. */
export const loadScrapeScript = (assetsDir: string): (() => string) => {
  let script: string | undefined
  return () => {
    script ??= readFileSync(join(assetsDir, 'scrape', 'page.js'), 'utf8')
    return script
  }
}
