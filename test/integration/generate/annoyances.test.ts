import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Request } from '@ghostery/adblocker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Annoyance } from '../../../lib/core/plan/render-plan.ts'
import { loadAnnoyances } from '../../../lib/render/blocking/annoyances/annoyances.ts'
import { cosmeticStyles } from '../../../lib/render/blocking/annoyances/cosmetic-styles.ts'
import { generateAnnoyances } from '../../../scripts/generate/annoyances.ts'
import { vendors } from '../../support/sites/banner-site.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stillframe-annoyances-'))
  // A build takes 3 s, and the one that every npm script makes is at hand.
  const made = join(import.meta.dirname, '../../../generated/annoyances')
  await cp(made, join(dir, 'annoyances'), { recursive: true })
  await generateAnnoyances(dir)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const files = () => readdir(join(dir, 'annoyances'))

const hashes = async () =>
  Object.fromEntries(
    await Promise.all(
      (await files()).map(async (name) => {
        const bytes = await readFile(join(dir, 'annoyances', name))
        return [name, createHash('sha256').update(bytes).digest('hex')]
      }),
    ),
  )

test('all files exist, under 8 MB together', async () => {
  expect((await files()).toSorted()).toEqual(
    [
      'ads.bin.zst',
      'autoconsent.js',
      'consent-questions.json',
      'consent-rules.json',
      'cookies.bin',
      'notice-sites.txt',
      'notices.js',
      'stamp.json',
      'tracking.bin.zst',
    ].toSorted(),
  )
  const sizes = await Promise.all((await files()).map((name) => stat(join(dir, 'annoyances', name))))
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(8e6)
})

test('matching files are unchanged, others are rebuilt to the same bytes', async () => {
  const before = await hashes()
  const stamp = join(dir, 'annoyances', 'stamp.json')
  const { mtimeMs } = await stat(join(dir, 'annoyances', 'ads.bin.zst'))
  await generateAnnoyances(dir)
  expect((await stat(join(dir, 'annoyances', 'ads.bin.zst'))).mtimeMs).toBe(mtimeMs)
  await writeFile(stamp, '{}')
  await generateAnnoyances(dir)
  expect((await stat(join(dir, 'annoyances', 'ads.bin.zst'))).mtimeMs).toBeGreaterThan(mtimeMs)
  expect(await hashes()).toEqual(before)
})

test.each<[Annoyance, string]>([
  ['cookies_banner', 'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js'],
  ['ads', 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'],
  ['tracking', 'https://www.google-analytics.com/analytics.js'],
])('%s contains %s and the others do not', (annoyance, url) => {
  const annoyances = loadAnnoyances(dir)
  const request = Request.fromRawDetails({ url, type: 'script', sourceUrl: 'https://www.shop.test/' })
  for (const each of ['cookies_banner', 'ads', 'tracking'] as const)
    expect([each, annoyances.engine(each).match(request).match]).toEqual([each, each === annoyance])
})

test('the rules that unlock scrolling are among those for cookies', () => {
  const text = cosmeticStyles(
    loadAnnoyances(dir).engine('cookies_banner'),
    { url: 'https://www.onetrust.com/', classes: ['cookie-notice'], ids: [] },
    true,
  )
  expect(text).toContain('.cookie-notice')
  const unlocks = loadAnnoyances(dir)
    .engine('cookies_banner')
    .getFilters()
    .cosmeticFilters.filter((filter) => /overflow/.test(filter.getStyle() ?? ''))
  expect(unlocks.length).toBeGreaterThan(1000)
})

test('the questions to a page include those of single sites, and those that only an XPath can ask', async () => {
  const { selectors } = JSON.parse(await readFile(join(dir, 'annoyances/consent-questions.json'), 'utf8'))
  expect(selectors).toEqual(
    expect.arrayContaining([
      '#onetrust-banner-sdk',
      'tiktok-cookie-banner',
      'xpath///*[@id="modal"]/div/header',
    ]),
  )
})

test('consent platforms are refused by host, except on sites with specific rules', () => {
  const notices = loadAnnoyances(dir).notices()
  const platforms = Object.values(vendors).map((url) => new URL(url).hostname)
  expect(platforms.filter((host) => !notices.refuses(host, 'https://www.shop.test/'))).toEqual([])
  expect(notices.refuses('www.google-analytics.com', 'https://www.shop.test/')).toBe(false)
  expect(platforms.filter((host) => !notices.hasRulesFor(host))).toEqual([])
  expect(notices.hasRulesFor('www.shop.test')).toBe(false)
})

test('an engine is read once', () => {
  const annoyances = loadAnnoyances(dir)
  expect(annoyances.engine('ads')).toBe(annoyances.engine('ads'))
})
