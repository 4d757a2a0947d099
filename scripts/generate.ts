// Makes `generated/`: everything the service ships that is built from npm packages or from the schema registry.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateAnnoyances } from './generate/annoyances.ts'
import { generateDemo } from './generate/demo.ts'
import { generateFonts } from './generate/fonts.ts'
import { generateErrorReference, generateParameterReference } from './generate/reference.ts'
import { generateSite } from './generate/site.ts'

const root = join(import.meta.dirname, '..')
const assetsDir = join(root, 'generated')

await mkdir(assetsDir, { recursive: true })
await Promise.all([
  generateAnnoyances(assetsDir),
  generateDemo(assetsDir),
  generateFonts(assetsDir),
  generateSite(join(assetsDir, 'site')),
])
await writeFile(join(root, 'docs', 'errors.md'), generateErrorReference())
await writeFile(join(root, 'docs', 'parameters.md'), generateParameterReference())
