import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOpenApi } from '../../lib/schema/openapi.ts'
import { toReferencePage } from './site/reference-page.ts'

/** Writes the reference page and the OpenAPI document below `outDir`. */
export const generateSite = async (outDir: string): Promise<void> => {
  const docsDir = join(outDir, 'docs')
  await mkdir(docsDir, { recursive: true })
  await writeFile(join(docsDir, 'index.html'), await toReferencePage())
  // The document is served from the same origin as the service that it describes.
  await writeFile(join(docsDir, 'openapi.json'), `${JSON.stringify(buildOpenApi('/'), null, 2)}\n`)
}
