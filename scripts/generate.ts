// Creates `generated/`: the assets that are built from npm packages or from the schemas.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { generateAnnoyances } from './generate/annoyances.ts'
import { generateFonts } from './generate/fonts.ts'
import { generateReference } from './generate/reference.ts'
import { generateScrape } from './generate/scrape.ts'
import { generateSite } from './generate/site.ts'

const root = join(import.meta.dirname, '..')
const assetsDir = join(root, 'generated')

await mkdir(assetsDir, { recursive: true })
await Promise.all([
  generateAnnoyances(assetsDir),
  cp(join(root, 'demo'), join(assetsDir, 'demo'), { recursive: true }),
  generateFonts(assetsDir),
  generateScrape(assetsDir),
  generateSite(join(assetsDir, 'site')),
])
await generateReference(join(root, 'docs'))
