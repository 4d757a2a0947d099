// node scripts/update-browser.ts: changes package.json and the lock file to the newest pair of @sparticuz/chromium and puppeteer-core, and
// everything that names the version of Chromium. Prints what it changed, as Markdown, or nothing. Then run the tests.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installChromium } from '../lib/render/browser/chromium-files.ts'
import { chromiumMajor, chromiumVersion } from '../lib/schema/chromium-version.ts'
import { choosePair, majorOf, newestFirst, type PuppeteerRelease } from './browser/choose-pair.ts'
import { namesVersion, replaceVersion } from './browser/replace-version.ts'

const root = join(import.meta.dirname, '..')

const npm = (...parameters: string[]) =>
  execFileSync('npm', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

const versionsOf = (name: string): string[] => JSON.parse(npm('view', name, 'versions', '--json'))

/** Only its package says for which Chrome a release of puppeteer-core is made. */
const readRelease = (version: string): PuppeteerRelease => {
  const folder = mkdtempSync(join(tmpdir(), 'puppeteer-'))
  try {
    npm('pack', `puppeteer-core@${version}`, '--silent', '--pack-destination', folder)
    const archive = join(folder, `puppeteer-core-${version}.tgz`)
    const file = 'package/lib/puppeteer/revisions.js'
    const text = execFileSync('tar', ['-xzOf', archive, file], { encoding: 'utf8' })
    const chrome = /\bchrome: '(\d+)\./.exec(text)?.[1]
    if (chrome === undefined)
      throw new Error(`puppeteer-core ${version} does not say for which Chrome it is made.`)
    return { version, chromeMajor: Number(chrome) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads releases from the newest to the first one that is made for this Chromium or an older one. */
const readReleases = (installed: string, chromiumMajorMax: number): PuppeteerRelease[] => {
  const read: PuppeteerRelease[] = []
  for (const version of newestFirst(versionsOf('puppeteer-core'))) {
    if (version === installed) return read
    const release = readRelease(version)
    read.push(release)
    if (release.chromeMajor <= chromiumMajorMax) return read
  }
  return read
}

/** Returns the version of the browser that is installed in node_modules, in four parts. */
const readChromiumVersion = async (): Promise<string> => {
  const { executable, librariesDir } = await installChromium(tmpdir())
  const env = { LD_LIBRARY_PATH: librariesDir }
  const text = execFileSync(executable, ['--version'], { encoding: 'utf8', env })
  const version = /\d+\.\d+\.\d+\.\d+/.exec(text)?.[0]
  if (version === undefined) throw new Error(`The browser says that its version is ${text}.`)
  return version
}

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const installed = { chromium: dependencies['@sparticuz/chromium'], puppeteer: dependencies['puppeteer-core'] }
const chromiums = versionsOf('@sparticuz/chromium')
const [newest = installed.chromium] = newestFirst([...chromiums, installed.chromium])
const chosen = choosePair(installed, chromiums, readReleases(installed.puppeteer, majorOf(newest)))
if (chosen.chromium !== installed.chromium || chosen.puppeteer !== installed.puppeteer) {
  npm(
    'install',
    '--save-exact',
    '--no-audit',
    '--no-fund',
    `@sparticuz/chromium@${chosen.chromium}`,
    `puppeteer-core@${chosen.puppeteer}`,
  )
  // A browser that does not start is proposed too: the pull request says why it cannot be used.
  const version = await readChromiumVersion().catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`)
    return undefined
  })
  if (version !== undefined)
    for (const path of namesVersion) {
      const file = join(root, path)
      writeFileSync(file, replaceVersion(readFileSync(file, 'utf8'), chromiumVersion, version))
    }
  process.stdout.write(
    [
      '| | before | after |',
      '|---|---|---|',
      `| Chromium | ${chromiumVersion} | ${version ?? '**does not start**'} |`,
      `| @sparticuz/chromium | ${installed.chromium} | ${chosen.chromium} |`,
      `| puppeteer-core | ${installed.puppeteer} | ${chosen.puppeteer} |`,
      ...(version === undefined || chromiumMajor === version.split('.')[0]
        ? []
        : ['', 'Chromium has a new major version: look at the images.']),
      '',
    ].join('\n'),
  )
}
