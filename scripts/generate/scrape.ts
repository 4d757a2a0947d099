import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles what `format=md` and the content selection need inside a page into `outDir/scrape/page.js`. */
export const generateScrape = async (outDir: string): Promise<void> => {
  await build({
    entryPoints: [join(import.meta.dirname, '../../lib/render/in-page/scrape/page.ts')],
    outfile: join(outDir, 'scrape', 'page.js'),
    bundle: true,
    minify: true,
    platform: 'browser',
    // Turndown's build for browsers needs no separate parser.
    mainFields: ['browser', 'module', 'main'],
    target: 'chrome140',
    format: 'iife',
    globalName: 'stillframeScrape',
    logLevel: 'warning',
  })
}
