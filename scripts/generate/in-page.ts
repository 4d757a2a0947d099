import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { scriptVariable } from '../../lib/render/browser/scripts.ts'

const sourceDir = join(import.meta.dirname, '../../lib/render/in-page')

/** Bundles the scripts that run in pages into `outDir/in-page`. `lib/render/browser/scripts.ts` describes them. */
export const generateInPage = async (
  outDir: string,
  more: Pick<BuildOptions, 'banner' | 'plugins'> = {},
): Promise<void> => {
  const entries = ['core', 'start', 'frames', 'video', 'scrape/html', 'scrape/text', 'scrape/content']
  await build({
    entryPoints: entries.map((name) => join(sourceDir, `${name}.ts`)),
    outdir: join(outDir, 'in-page'),
    entryNames: '[name]',
    bundle: true,
    minify: true,
    platform: 'browser',
    // Turndown's build for browsers needs no separate parser.
    mainFields: ['browser', 'module', 'main'],
    target: 'chrome140',
    format: 'iife',
    globalName: scriptVariable,
    logLevel: 'warning',
    ...more,
  })
}
