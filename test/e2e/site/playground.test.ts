import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { click, expectAccessible, fill, heading, seesText, signIn } from '../../support/site/dashboard.ts'
import { type SiteBrowser, startSiteBrowser } from '../../support/site/site-browser.ts'
import { type FixtureServer, page as html, startFixtureServer } from '../../support/sites/fixture-server.ts'

let service: SharedService
let browser: SiteBrowser
let site: FixtureServer
let account: NewAccount

beforeAll(async () => {
  ;[service, browser, site] = await Promise.all([
    joinService(),
    startSiteBrowser(),
    startFixtureServer({ '/': html('<title>site</title><p>hello') }),
  ])
  account = await service.createAccount('scale')
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await site.close()
})

/** Opens a tab that is signed in. After the test, nothing may have happened in it that must not. */
const openSignedIn = async (options?: Parameters<SiteBrowser['open']>[0]) => {
  const { page, faults } = await browser.open(options)
  onTestFinished(async () => {
    await page.browserContext().close()
    expect(faults).toEqual([])
  })
  await signIn(page, service.baseUrl, account)
  return page
}

const read = async (path: string): Promise<unknown> => {
  const response = await fetch(service.baseUrl + path, { headers: { 'x-access-key': account.accessKey } })
  return response.json()
}

const playground = (search: string) =>
  `${service.baseUrl}/dashboard/playground?${search}&block_annoyance=none&url=${encodeURIComponent(site.url)}`

test('a mistake is shown at its field before it costs a hit; a corrected form renders, and is saved as a task that runs', async () => {
  const page = await openSignedIn()
  await page.goto(playground('operation=screenshot&image_quality=101&viewport_height=300'))
  await heading(page, 'Playground')
  await click(page, 'button', 'Render')
  await seesText(page, 'image_quality is 101. It must be an integer from 1 to 100.')
  await page.waitForFunction(() => document.activeElement?.id === 'parameter-image_quality')
  expect(await read('/v1/usage')).toMatchObject({ hits: { used: 0 } })
  await click(page, 'button', 'Reset Quality (image_quality)')
  await page.waitForFunction(() => !location.search.includes('image_quality'))

  await page.keyboard.down('Control')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  await seesText(page, '1,280 × 300 pixels')
  await click(page, 'tab', 'Timeline')
  await seesText(page, 'Load the page')

  await click(page, 'button', 'Save as task')
  await heading(page, 'New task')
  await fill(page, 'Name', 'From the playground')
  await click(page, 'combobox', 'Frequency')
  await click(page, 'option', 'Every minute')
  await click(page, 'button', 'Create task')
  await heading(page, 'From the playground')
  await seesText(page, 'No runs yet')
  await service.passMinute()
  await vi.waitFor(
    async () => {
      await page.reload()
      await page.waitForSelector('a[aria-label^="Run "]', { timeout: 2000 })
    },
    { timeout: 20_000 },
  )
  expect(await read('/v1/tasks')).toMatchObject({
    tasks: [{ query: expect.stringContaining('viewport_height=300') }],
  })
})

test('documents, texts and videos are shown under the content security policy', async () => {
  const page = await openSignedIn()
  for (const [search, shown] of [
    ['operation=pdf', 'canvas[aria-label="Page 1"]'],
    ['operation=scrape', '.hljs-tag'],
    ['operation=screencast&duration=1&fps=5', 'video'],
  ] as const) {
    await page.goto(playground(search))
    await click(page, 'button', 'Render')
    await page.waitForSelector(shown, { timeout: 30_000 })
  }
})

test('an address with private parameters fills in none of them', async () => {
  const page = await openSignedIn()
  await page.goto(playground('scripts=alert(1)&cookies=a%3Db&dark_mode=true'))
  await seesText(page, 'dark_mode=true')
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('alert(1)')
})

test.each([
  { width: 1440, scheme: 'dark' },
  { width: 390, scheme: 'light' },
] as const)('the playground and the tasks are accessible and fit at $width px, $scheme', async (look) => {
  const page = await openSignedIn(look)
  for (const [path, text] of [
    ['/playground?image_quality=101', 'It must be an integer'],
    ['/tasks', 'Each run costs one hit'],
    ['/tasks/new', 'Next runs'],
  ] as const) {
    await page.goto(`${service.baseUrl}/dashboard${path}`)
    await seesText(page, text)
    await expectAccessible(page)
  }
})
