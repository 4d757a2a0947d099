import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { filterCompactRules, type IndexedCMPRuleset } from '@duckduckgo/autoconsent'
import { FiltersEngine } from '@ghostery/adblocker'
import { build } from 'esbuild'
import { noticeVariable } from '../../lib/render/blocking/annoyances/annoyances.ts'
import { commonFrame } from '../../lib/render/blocking/annoyances/consent-source.ts'
import { recordConsentQuestions } from './consent-questions.ts'

/** Numbers of AdGuard's lists: 18 Cookie Notices, 2 Base (holds EasyList), 3 Tracking Protection (holds EasyPrivacy). */
const lists = { cookies: 18, ads: 2, tracking: 3 }

/** Raise this number if the recipe changes, to rebuild existing files. */
const recipe = 10

const packages = ['@adguard/dnr-rulesets', '@ghostery/adblocker', '@duckduckgo/autoconsent'] as const

const inPackage = (name: (typeof packages)[number], path: string) =>
  fileURLToPath(new URL(`../../node_modules/${name}/${path}`, import.meta.url))

/**
 * Builds `outDir/annoyances` from the installed npm packages and downloads nothing: one engine per value of
 * `block_annoyance`, and the consent script with its rules. Does nothing if the files match the installed versions.
 */
export const generateAnnoyances = async (outDir: string): Promise<void> => {
  const dir = join(outDir, 'annoyances')
  const stampFile = join(dir, 'stamp.json')
  const stamp = await currentStamp()
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return
  await mkdir(dir, { recursive: true })
  await Promise.all((await readdir(dir)).map((file) => rm(join(dir, file))))
  for (const [name, number] of Object.entries(lists)) {
    const list = await readList(number)
    const engine = FiltersEngine.parse(toStyleRules(list), { enableHtmlFiltering: false })
    const bytes = engine.serialize()
    // Nearly every render needs the list of cookie notices.
    if (name === 'cookies') {
      await writeFile(join(dir, `${name}.bin`), bytes)
      await writeFile(join(dir, 'notice-sites.txt'), sitesOfRules(list).join('\n'))
    } else await writeFile(join(dir, `${name}.bin.zst`), zstdCompressSync(bytes))
  }
  const consent = (path: string) => inPackage('@duckduckgo/autoconsent', path)
  await bundleScript('consent-script.ts', join(dir, 'autoconsent.js'))
  await bundleScript('notice-script.ts', join(dir, 'notices.js'), noticeVariable)
  await copyFile(consent('rules/compact-rules.json'), join(dir, 'consent-rules.json'))
  await writeFile(join(dir, 'consent-questions.json'), JSON.stringify(await readQuestions(dir)))
  await writeFile(stampFile, stamp)
}

const scriptDir = join(import.meta.dirname, '../../lib/render/in-page/consent')

const bundleScript = (entry: string, outfile: string, globalName?: string) =>
  build({
    entryPoints: [join(scriptDir, entry)],
    outfile,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'chrome140',
    format: 'iife',
    ...(globalName === undefined ? {} : { globalName }),
    charset: 'utf8',
    logLevel: 'warning',
  })

const readQuestions = async (dir: string) => {
  const rules: IndexedCMPRuleset = JSON.parse(await readFile(join(dir, 'consent-rules.json'), 'utf8'))
  return recordConsentQuestions(
    await readFile(join(dir, 'autoconsent.js'), 'utf8'),
    filterCompactRules(rules, { url: commonFrame.url, mainFrame: true }),
  )
}

const currentStamp = async () => {
  const versions: Record<string, string> = {}
  for (const name of packages)
    versions[name] = JSON.parse(await readFile(inPackage(name, 'package.json'), 'utf8')).version
  const sources = createHash('sha256')
  const shared = ['dom.ts', 'overlays.ts', 'rendered.ts'].map((file) => join('..', file))
  const own = (await readdir(scriptDir, { recursive: true })).filter((file) => /\.(?:ts|json)$/.test(file))
  for (const file of [...own, ...shared].toSorted()) sources.update(await readFile(join(scriptDir, file)))
  return `${JSON.stringify({ recipe, versions, script: sources.digest('hex') })}\n`
}

/** The package contains each list twice: compiled for an extension, and as the original text in its metadata. */
const readList = async (list: number): Promise<string> => {
  const path = `dist/filters/declarative/ruleset_${list}/ruleset_${list}.json`
  const [first] = JSON.parse(await readFile(inPackage('@adguard/dnr-rulesets', path), 'utf8'))
  const text: unknown = first?.metadata?.rawFilterList
  if (typeof text !== 'string' || text === '')
    throw new Error(`@adguard/dnr-rulesets no longer contains the text of list ${list}.`)
  return text
}

const cssRule = /^([^#]*)#(@?)\$#(.+?)\s*\{\s*(.+?)\s*\}\s*$/

/**
 * Converts CSS rules from AdGuard's syntax, `host#$#selector { declarations }`, to the engine's syntax,
 * `host##selector:style(declarations)`. About 3,000 rules of the cookie list are of this kind. They restore the scroll bar.
 */
export const toStyleRules = (list: string): string =>
  list
    .split('\n')
    .map((line) => {
      const [, hosts, exception, selector, declarations] = cssRule.exec(line) ?? []
      if (selector === undefined || selector.startsWith('@media')) return line
      return `${hosts}#${exception}#${selector.trim()}:style(${declarations})`
    })
    .join('\n')

/** Returns the sites that the list has network rules for: the host that a rule begins with, and those that it is limited to. */
export const sitesOfRules = (list: string): string[] => {
  const sites = list.split(/\r?\n/).flatMap((line) => {
    if (isComment(line) || isCosmetic(line)) return []
    const [, own = []] = /^(?:@@)?\|\|([a-z0-9.-]+)/i.exec(line) ?? []
    const [, limits = ''] = /[$,]domain=([^,]+)/.exec(line) ?? []
    return [own, limits.split('|')].flat().filter((site) => site !== '' && !site.startsWith('~'))
  })
  // `conrad.*` in a list of sites, `||conrad.` as the beginning of a rule.
  return [...new Set(sites.map((site) => site.replace(/\.\*?$/, '')))].toSorted()
}

const isComment = (line: string) => line.startsWith('!')

/** `##`, `#@#`, `#$#`, `#?#`, `#%#` and their combinations separate a site from what is changed in its pages. */
const isCosmetic = (line: string) => /#[@$?%]*#/.test(line)
