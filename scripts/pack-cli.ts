// Creates dist/stillframe/, the npm package `stillframe`: the command line and what a render needs. It installs the image library and
// Chromium, and has everything else inside.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundleOptions, renderAssets } from './build.ts'

const root = join(import.meta.dirname, '..')

/** Packages that have files besides their code. The versions are those of this repository. */
const dependencies = ['@sparticuz/chromium', 'sharp']

export const packCli = async (outDir: string): Promise<void> => {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const { entryPoints: _, ...options } = { entryPoints: [], ...bundleOptions('') }
  await build({
    ...options,
    entryPoints: [join(root, 'local/cli.ts')],
    entryNames: 'cli',
    outdir: join(outDir, 'generated/service/local'),
  })
  for (const part of renderAssets)
    await cp(join(root, 'generated', part), join(outDir, 'generated', part), { recursive: true })
  for (const file of ['LICENSE', 'NOTICE', 'local/cli/stillframe.mjs'])
    await cp(join(root, file), join(outDir, file))
  const guide = await readFile(join(root, 'docs/guides/command-line.md'), 'utf8')
  await writeFile(join(outDir, 'README.md'), withoutPages(guide))
  const { name, version, description, license, type, bin, repository, ...manifest } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  const published = {
    name,
    version,
    description,
    license,
    repository,
    type,
    bin,
    // The oldest one with everything that the bundle imports.
    engines: { node: '^22.17 || >=24' },
    dependencies: Object.fromEntries(dependencies.map((key) => [key, manifest.dependencies[key]])),
  }
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
}

/** The other pages are not in the package. */
const withoutPages = (markdown: string): string =>
  markdown.replace(/\[([^\][]{1,200})\]\((?!https?:|#)[^()]{1,200}\)/g, '$1')

if (import.meta.main) await packCli(join(root, 'dist/stillframe'))
