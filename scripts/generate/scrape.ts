import { join } from 'node:path'
import { build } from 'esbuild'

const sourceDir = join(import.meta.dirname, '../../lib/render/in-page/scrape')

/** Bundles the scripts that read the content of a page into `outDir/scrape`: one each for its HTML, its Markdown and its main content. */
export const generateScrape = async (outDir: string): Promise<void> => {
  await build({
    entryPoints: ['html.ts', 'text.ts', 'content.ts'].map((name) => join(sourceDir, name)),
    outdir: join(outDir, 'scrape'),
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
