import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { click, expectAccessible, fill, heading, seesText, signIn } from '../../support/site/dashboard.ts'
import { type SiteBrowser, startSiteBrowser, type Tab } from '../../support/site/site-browser.ts'
import { type FixtureServer, page as html, startFixtureServer } from '../../support/sites/fixture-server.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

let service: SharedService
let browser: SiteBrowser
let site: FixtureServer
let account: NewAccount
let failedId: string

/** Without scripts, HTML is scraped without a browser. */
const scrape = async (options: Record<string, string>, { accessKey } = account) => {
  const query = new URLSearchParams({ url: site.url, js_enabled: 'false', ...options })
  const response = await fetch(`${service.baseUrl}/v1/scrape?${query}`, {
    headers: { 'x-access-key': accessKey },
  })
  expect(response.ok).toBe(true)
  await response.arrayBuffer()
  return response.headers.get('x-service-request-id') ?? ''
}

const endOf = (id: string) =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${service.baseUrl}/v1/requests/${id}`, {
        headers: { 'x-access-key': account.accessKey },
      })
      const { status } = (await response.json()) as { status: string }
      expect(status).not.toBe('queued')
    },
    { timeout: 20_000, interval: 200 },
  )

/** Opens a tab. After the test, nothing may have happened in it that must not. */
const open = async (options?: Parameters<SiteBrowser['open']>[0]): Promise<Tab> => {
  const tab = await browser.open(options)
  onTestFinished(async () => {
    await tab.page.browserContext().close()
    expect(tab.faults).toEqual([])
  })
  return tab
}

const openSignedIn = async (keys = account, options?: Parameters<SiteBrowser['open']>[0]) => {
  const { page } = await open(options)
  await signIn(page, service.baseUrl, keys)
  return page
}

beforeAll(async () => {
  ;[service, browser, site] = await Promise.all([
    joinService(),
    startSiteBrowser(),
    startFixtureServer({ '/': html('<title>site</title><p>hello') }),
  ])
  account = await service.createAccount('scale')
  await scrape({ cache: 'true' })
  failedId = await scrape({ url: 'http://nowhere.invalid/', async: 'true' })
  await endOf(failedId)
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await site.close()
})

test('a sign-in link leaves no key in the address and the history, and no request carries one in its URL', async () => {
  const { page } = await open()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url(), request.headers()['referer'] ?? ''))
  await signIn(page, service.baseUrl, account)
  await seesText(page, 'requests left')
  expect(await page.evaluate(() => location.href)).toBe(`${service.baseUrl}/dashboard/`)
  expect(urls.filter((url) => !url.includes('#')).join()).not.toMatch(account.accessKey)
  expect(urls.filter((url) => !url.includes('#')).join()).not.toMatch(account.secretKey)
})

test('the form names the key that is wrong; a new tab is signed in; signing out ends the session in every tab', async () => {
  const { page } = await open()
  await page.goto(`${service.baseUrl}/dashboard/keys`)
  await heading(page, 'Sign in')
  await fill(page, 'Access key', `${account.accessKey.slice(0, -1)}~`)
  await click(page, 'button', 'Sign in')
  await seesText(page, 'An access key has 24 letters and digits.')
  await fill(page, 'Access key', account.accessKey)
  await fill(page, 'Secret key', account.secretKey.split('').reverse().join(''))
  await click(page, 'button', 'Sign in')
  await seesText(page, 'This is not the secret key of the account.')
  await expectAccessible(page)
  await fill(page, 'Secret key', account.secretKey)
  await click(page, 'button', 'Sign in')
  await heading(page, 'Keys and security')

  const other = await page.browserContext().newPage()
  await other.goto(`${service.baseUrl}/dashboard/requests`)
  await heading(other, 'Requests')
  await click(other, 'button', `Account ${account.id}`)
  await click(other, 'menuitem', 'Sign out')
  await heading(other, 'Sign in')
  await heading(page, 'Sign in')
  await seesText(page, 'You signed out in another tab.')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('requests can be filtered, and the URL of a request shows why it failed', async () => {
  const page = await openSignedIn()
  await page.goto(`${service.baseUrl}/dashboard/requests`)
  await seesText(page, site.url)
  await click(page, 'combobox', 'Status')
  await click(page, 'option', 'failed')
  await page.waitForFunction((url) => !document.body.textContent.includes(url), {}, site.url)
  expect(new URL(page.url()).search).toBe('?status=failed')
  await click(page, 'link', 'http://nowhere.invalid/')
  await seesText(page, 'The host does not exist')
  expect(new URL(page.url()).pathname).toBe(`/dashboard/requests/${failedId}`)
  await page.reload()
  await seesText(page, 'The host does not exist')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => location.pathname === '/dashboard/requests')
  expect(new URL(page.url()).search).toBe('?status=failed')
})

test('a rotated access key replaces the old one, which is dead, and signed requests keep the dashboard working', async () => {
  const owner = await service.createAccount('growth')
  const page = await openSignedIn(owner)
  await page.goto(`${service.baseUrl}/dashboard/keys`)
  await click(page, 'button', 'Rotate the access key')
  await fill(page, 'Type rotate to confirm', 'rotate')
  await click(page, 'button', 'Rotate')
  await seesText(page, 'The service keeps only a hash of it.')
  const line = await page.$eval('[role=dialog] pre', (code) => code.textContent)
  const accessKey = line?.replace('ACCESS_KEY=', '') ?? ''
  expect(accessKey).toMatch(new RegExp(`^${owner.id}[0-9A-Za-z]{18}$`))
  expect(accessKey).not.toBe(owner.accessKey)
  const statuses = [owner.accessKey, accessKey].map(async (key) => {
    const response = await fetch(`${service.baseUrl}/v1/devices`, { headers: { 'x-access-key': key } })
    return response.status
  })
  expect(await Promise.all(statuses)).toEqual([401, 200])
})

test('an account that requires signatures can be used, and the setting changed, from the dashboard', async () => {
  const owner = await service.createAccount('scale')
  const page = await openSignedIn(owner)
  await page.goto(`${service.baseUrl}/dashboard/keys`)
  await click(page, 'switch', 'Require signed requests')
  await click(page, 'button', 'Require signatures')
  await seesText(page, 'Unsigned requests are refused.')
  expect((await service.accounts.find(owner.id))?.signedRequests).toBe(true)
  // A reload has forgotten what the account requires.
  await page.goto(`${service.baseUrl}/dashboard/requests`)
  await seesText(page, 'No requests yet')
})

test('a webhook is delivered again', async () => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  const id = await scrape({ webhook_url: receiver.url })
  await receiver.received(1)
  const page = await openSignedIn()
  await page.goto(`${service.baseUrl}/dashboard/requests/${id}`)
  await click(page, 'button', 'Deliver again')
  await receiver.received(2)
  expect(receiver.deliveriesOf(id)).toHaveLength(2)
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] thead ~ tbody tr').length === 2)
})

test('a key that dies ends the session and says why', async () => {
  const owner = await service.createAccount('free')
  const page = await openSignedIn(owner)
  // A read of the first page that ends later would end the session there, and the next page would not know why.
  await page.waitForNetworkIdle()
  await service.accounts.close(owner.id)
  await page.goto(`${service.baseUrl}/dashboard/requests`)
  await seesText(page, 'The access key is no longer valid.')
})

test('an unpaid invoice is named on every page', async () => {
  const owner = await service.createAccount('free')
  await service.stopPaying(owner.id)
  const page = await openSignedIn(owner)
  await seesText(page, 'The account has an unpaid invoice')
  await expectAccessible(page)
})

test('without a connection a page keeps what was read, and says so', async () => {
  const page = await openSignedIn()
  await click(page, 'link', 'Requests')
  await seesText(page, site.url)
  await click(page, 'link', 'Overview')
  await heading(page, 'Overview')
  await page.setOfflineMode(true)
  await seesText(page, 'You are offline.')
  await click(page, 'link', 'Requests')
  await seesText(page, site.url)
  await page.setOfflineMode(false)
})

test('a quota that is used up is named, with the time at which it resets', async () => {
  const owner = await service.createAccount('starter')
  // The plan has two renders a month and four requests a minute.
  await Promise.all([scrape({}, owner), scrape({}, owner)])
  const page = await openSignedIn(owner)
  await seesText(page, 'The quota of this month is used up.')
  await seesText(page, 'Too many requests in this minute')
  await expectAccessible(page)
})

test.each([
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const)('every page is accessible and fits at $width px, $scheme', async (look) => {
  const page = await openSignedIn(account, look)
  for (const [path, text] of [
    ['', 'requests left'],
    ['/requests', 'Updated'],
    ['/webhooks', 'createServer'],
    ['/keys', 'Signatures of this account'],
    ['/usage', 'All 30 days'],
    ['/nowhere', 'This page does not exist'],
  ]) {
    await page.goto(`${service.baseUrl}/dashboard${path}`)
    await seesText(page, text ?? '')
    await expectAccessible(page)
  }
  if (look.width > 600) return
  await click(page, 'button', 'Navigation')
  await click(page, 'link', 'Keys and security')
  await heading(page, 'Keys and security')
})

test('keys move between pages, and show what they do', async () => {
  const page = await openSignedIn()
  await page.keyboard.press('?')
  await seesText(page, 'Keyboard shortcuts')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.querySelector('[aria-modal="true"]') === null)
  await page.keyboard.type('gr')
  await heading(page, 'Requests')
})

test('a missing asset is 404 with the error body of the service, never a page', async () => {
  const response = await fetch(`${service.baseUrl}/dashboard/assets/index-gone1234.js`)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
})
