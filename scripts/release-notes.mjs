// node scripts/release-notes.mjs v1.2.3: prints the section of CHANGELOG.md of that version.
// Fails if the section is missing or package.json has another version.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const version = /^v(\d+\.\d+\.\d+)$/.exec(process.argv[2] ?? '')?.[1]
if (version === undefined) fail('Usage: node scripts/release-notes.mjs v1.2.3')

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
if (manifest.version !== version) fail(`package.json has version ${manifest.version}, not ${version}.`)

const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^(?=## \[)/m)
const section = sections.find((text) => text.startsWith(`## [${version}]`))
if (section === undefined) fail(`CHANGELOG.md has no section for ${version}.`)

process.stdout.write(`${section.split('\n').slice(1).join('\n').trim()}\n`)
