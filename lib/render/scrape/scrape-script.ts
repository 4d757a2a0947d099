import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Gives the script that reads a page's content, made by `scripts/generate/scrape.ts`; read when first asked for. */
export const loadScrapeScript = (assetsDir: string): (() => string) => {
  let script: string | undefined
  return () => {
    script ??= readFileSync(join(assetsDir, 'scrape', 'page.js'), 'utf8')
    return script
  }
}
