import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { functions } from '../../infra/functions.ts'
import { compileCacheDir, root, toBundle } from '../../local/bundles.ts'
import { bundleOptions } from '../build.ts'

const programs = [
  'local/start.ts',
  'local/cli.ts',
  'local/ready.ts',
  'local/hide-process.ts',
  'local/lambda/runtime.ts',
  'local/lambda/runtime/lifeline.ts',
]

/**
 * Bundles the local service: its main program, the command line, the functions, and the runtime that loads them. The bundles are not minified and have
 * source maps, because developers read their stack traces.
 */
export const generateService = async (): Promise<void> => {
  const { entryPoints: _, ...options } = { entryPoints: [], ...bundleOptions('') }
  const outdir = join(root, toBundle(''))
  const { outputFiles } = await build({
    ...options,
    minify: false,
    sourcemap: 'linked',
    sourcesContent: false,
    entryPoints: [...functions.map(({ file }) => file), ...programs].map((file) => join(root, file)),
    entryNames: '[dir]/[name]',
    outbase: root,
    outdir,
    write: false,
  })
  const before = await listFiles(outdir)
  // Chunks, which are directly in the folder, come before the files that import them.
  const written = [
    ...outputFiles.filter(({ path }) => dirname(path) === outdir),
    ...outputFiles.filter(({ path }) => dirname(path) !== outdir),
  ]
  for (const { path, contents } of written) await replaceFile(path, contents)
  await removeOld(before, new Set(written.map(({ path }) => path)))
  // The names of chunks depend on their content, so the compiled code of former chunks would never be replaced.
  await rm(compileCacheDir, { recursive: true, force: true, maxRetries: 5 })
}

/** Replaces a file in one step, because a service may be starting a process at this moment. */
const replaceFile = async (path: string, contents: Uint8Array) => {
  await mkdir(dirname(path), { recursive: true })
  const partial = `${path}.${process.pid}`
  await writeFile(partial, contents)
  await rename(partial, path)
}

interface PresentFile {
  path: string
  mtimeMs: number
}

const listFiles = async (folder: string): Promise<PresentFile[]> => {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.map(async (path) => ({ path, mtimeMs: (await stat(path)).mtimeMs })))
}

const minuteMs = 60_000

/** Keeps the files of the build before this one, because a service that is running loads many chunks only when it needs them. */
const removeOld = async (before: readonly PresentFile[], written: ReadonlySet<string>) => {
  const lastBuiltMs = Math.max(0, ...before.map(({ mtimeMs }) => mtimeMs))
  for (const { path, mtimeMs } of before)
    if (!written.has(path) && mtimeMs < lastBuiltMs - minuteMs) await rm(path, { force: true })
}
