import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { functionDefinitions } from '../../../local/functions.ts'
import type { FunctionDefinition } from '../../../local/lambda/function-definition.ts'
import { bundleOptions } from '../../../scripts/build.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const cacheDir = join(root, 'node_modules', '.cache')

export interface BundledFunctions extends AsyncDisposable {
  definitions: FunctionDefinition[]
}

/**
 * Bundles all functions as for a deployment, in one second. A process of one then starts with 0.3 s of processor time instead of 0.6 to
 * 0.8 s (2026-11-22).
 */
export const bundleFunctions = async (): Promise<BundledFunctions> => {
  await mkdir(cacheDir, { recursive: true })
  // Below node_modules, where the packages that are not bundled are found.
  const folder = await mkdtemp(join(cacheDir, 'bundled-'))
  const { entryPoints: _, ...options } = { entryPoints: [], ...bundleOptions('') }
  await build({
    ...options,
    entryPoints: functionDefinitions.map(({ file }) => join(root, file)),
    entryNames: '[dir]/[name]',
    outbase: root,
    outdir: folder,
  })
  return {
    definitions: functionDefinitions.map((definition) => ({
      ...definition,
      file: join(relative(root, folder), definition.file.replace(/ts$/, 'mjs')),
      environment: { ...definition.environment, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    })),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}
