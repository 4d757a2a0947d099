// Creates `generated/`: the assets that are built from npm packages or from the schemas, the site, and the bundles of the local service. Also
// rewrites the pages of the reference and the operations of the clients, which are committed.
// Arguments choose parts.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { generateAnnoyances } from './generate/annoyances.ts'
import { generateClient } from './generate/client.ts'
import { generateFonts } from './generate/fonts.ts'
import { generateHyphenation } from './generate/hyphenation.ts'
import { generateInPage } from './generate/in-page.ts'
import { generatePythonClient } from './generate/python-client.ts'
import { generateReference } from './generate/reference.ts'

const root = join(import.meta.dirname, '..')
const assetsDir = join(root, 'generated')

const parts = {
  async assets() {
    await Promise.all([
      generateAnnoyances(assetsDir),
      cp(join(root, 'demo'), join(assetsDir, 'demo'), { recursive: true }),
      generateFonts(assetsDir),
      generateHyphenation(assetsDir),
      generateInPage(assetsDir),
    ])
  },
  async docs() {
    await generateReference(join(root, 'docs'))
    await generateClient()
    await generatePythonClient()
    const { generateSite } = await import('./generate/site.ts')
    await generateSite(assetsDir)
  },
  async service() {
    const { generateService } = await import('./generate/service.ts')
    await generateService()
  },
  async web() {
    // Vite takes half a second to load.
    const { generateWeb } = await import('./generate/web.ts')
    await generateWeb()
  },
}

const chosen = process.argv.slice(2)

await mkdir(assetsDir, { recursive: true })
await Promise.all(
  Object.entries(parts).map(([name, generate]) =>
    chosen.length === 0 || chosen.includes(name) ? generate() : undefined,
  ),
)
