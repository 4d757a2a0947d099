import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vitepress'
import { notFoundFile } from '../../infra/site.ts'
import { buildOpenApi } from '../../lib/schema/openapi.ts'
import { writeSiteTexts } from './site-texts.ts'

/** Builds the landing page and the documentation into `site`, next to the dashboard. */
export const generateSite = async (generatedDir: string): Promise<void> => {
  // VitePress empties its folder, so it has a separate one.
  const builtDir = join(generatedDir, 'site-docs')
  const docsDir = join(import.meta.dirname, '..', '..', 'docs')
  await build(docsDir)
  await writeSiteTexts(docsDir, builtDir)
  // The document is served from the same origin as the service that it describes.
  await writeFile(join(builtDir, 'docs', 'openapi.json'), `${JSON.stringify(buildOpenApi('/'), null, 2)}\n`)
  const siteDir = join(generatedDir, 'site')
  const names = (await readdir(builtDir)).filter((name) => name !== notFoundFile)
  for (const name of [...names, notFoundFile]) {
    await rm(join(siteDir, name), { recursive: true, force: true })
    await rename(join(builtDir, name), join(siteDir, name))
  }
}
