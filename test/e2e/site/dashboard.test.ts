import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  readSignInLink,
  signInHeader,
  signInPath,
  toSignInLink,
} from '../../../lib/core/access/sign-in-link.ts'
import { issueSignInCode } from '../../../local/sign-in-codes.ts'
import {
  click,
  type Dashboard,
  expectAccessible,
  fill,
  heading,
  replaceText,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'
import { looks, setLook } from '../../support/site/site-browser.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

let dashboard: Dashboard
let failedId: string

/** Without scripts, HTML is scraped without a browser. */
const scrape = async (options: Record<string, string>, { accessKey } = dashboard.account) => {
  const query = new URLSearchParams({ url: dashboard.site.url, js_enabled: 'false', ...options })
  const response = await fetch(`${dashboard.service.baseUrl}/v1/scrape?${query}`, {
    headers: { 'x-access-key': accessKey },
  })
  expect(response.ok).toBe(true)
  await response.arrayBuffer()
  return response.headers.get('x-service-request-id') ?? ''
}

const createTask = async (name: string) => {
  const response = await fetch(`${dashboard.service.baseUrl}/v1/tasks`, {
    method: 'POST',
    headers: { 'x-access-key': dashboard.account.accessKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      api: 'scrape',
      query: new URLSearchParams({ url: dashboard.site.url }).toString(),
      frequency: 'every_month',
    }),
  })
  expect(response.status).toBe(201)
}

const endOf = (id: string) =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${dashboard.service.baseUrl}/v1/requests/${id}`, {
        headers: { 'x-access-key': dashboard.account.accessKey },
      })
      const { status } = (await response.json()) as { status: string }
      expect(status).not.toBe('queued')
    },
    { timeout: 20_000, interval: 200 },
  )

/** Sends requests until one is refused in a minute that does not end soon. */
const usedUpMinute = ({ accessKey }: { accessKey: string }) =>
  vi.waitFor(
    async () => {
      const { status, headers } = await fetch(`${dashboard.service.baseUrl}/v1/devices`, {
        headers: { 'x-access-key': accessKey },
      })
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(10)
    },
    { timeout: 30_000, interval: 200 },
  )

beforeAll(async () => {
  dashboard = await startDashboard()
  await scrape({ cache: 'true' })
  await scrape({ cache: 'true', url: `${dashboard.site.url}/nowhere` })
  failedId = await scrape({ url: 'http://nowhere.invalid/', async: 'true' })
  await createTask('Screenshot of documentation.service-with-a-long-name.example')
  await endOf(failedId)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const createLink = async ({ id: accountId, accessKey, secretKey } = dashboard.account) => {
  const { baseUrl, dataDir } = dashboard.service
  const code = await issueSignInCode(dataDir, { accessKey, secretKey })
  return toSignInLink(baseUrl, { accountId, code })
}

test('a sign-in link asks, signs in once, and no URL, history entry or performance entry has a key', async () => {
  const { id, accessKey, secretKey } = dashboard.account
  const { page } = await dashboard.open()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url(), request.headers()['referer'] ?? ''))
  const link = await createLink()
  await page.goto(link)
  await seesText(page, `The link signs in to the account ${id}.`)
  await expectAccessible(page)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  const revoked = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.keyboard.press('Escape')
  await seesNoDialog(page)
  await heading(page, 'Sign in')
  expect((await revoked).status()).toBe(200)
  expect(await redeem(link)).toBe(404)
  await page.goto('about:blank')
  await page.goto(await createLink())
  await seesText(page, 'Sign in?')
  await clickIn(page, '[role=dialog]', 'Sign in')
  await seesText(page, 'requests left')
  const { href, entries } = await page.evaluate(() => ({
    href: location.href,
    entries: performance.getEntries().map(({ name }) => name),
  }))
  expect(href).toBe(`${dashboard.service.baseUrl}/dashboard/`)
  const cdp = await page.createCDPSession()
  const history = await cdp.send('Page.getNavigationHistory')
  const all = [...urls, ...entries, JSON.stringify(history)].join()
  expect(all).not.toContain(accessKey)
  expect(all).not.toContain(secretKey)
})

test('a link that was used, or that has keys as earlier ones had, signs no one in', async () => {
  const { accessKey, secretKey } = dashboard.account
  const { page } = await dashboard.open()
  const link = await createLink()
  expect(await redeem(link)).toBe(200)
  expect(await redeem(link)).toBe(404)
  await page.goto(link)
  await seesText(page, 'Sign in?')
  await clickIn(page, '[role=dialog]', 'Sign in')
  await seesText(page, 'This link was used or has expired')
  await page.goto('about:blank')
  await page.goto(`${dashboard.service.baseUrl}/dashboard/#access_key=${accessKey}&secret_key=${secretKey}`)
  await heading(page, 'Sign in')
  await seesNoDialog(page)
  expect(await page.evaluate(() => location.hash + sessionStorage.length)).toBe('0')
})

test('a link to another account asks whether to switch; one to the same account does nothing', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const page = await dashboard.openSignedIn('/keys')
  await heading(page, 'Keys and security')
  await page.goto(await createLink())
  await heading(page, 'Overview')
  await seesNoDialog(page)
  await page.goto(await createLink(owner))
  await seesText(page, `You are signed in to the account ${dashboard.account.id}.`)
  await click(page, 'button', 'Switch')
  await page.waitForSelector(`::-p-aria([name="Account ${owner.id}"][role="button"])`)
})

/** Clicks a button in a part of the page. */
const clickIn = async (page: Page, part: string, name: string) => {
  await page.locator(`${part} ::-p-aria([name="${name}"][role="button"])`).setTimeout(20_000).click()
}

const redeem = async (link: string) => {
  const code = readSignInLink(new URL(link).hash)?.code ?? ''
  const init = { method: 'POST', headers: { [signInHeader]: code } }
  return (await fetch(dashboard.service.baseUrl + signInPath, init)).status
}

test('the form names the key that is wrong; a new tab is signed in; signing out ends the session in every tab', async () => {
  const { id, accessKey, secretKey } = dashboard.account
  const { page } = await dashboard.open()
  await page.goto(`${dashboard.service.baseUrl}/dashboard/keys`)
  await heading(page, 'Sign in')
  await fill(page, 'Access key', `${accessKey.slice(0, -1)}~`)
  await click(page, 'button', 'Sign in')
  await seesText(page, 'An access key has 24 letters and digits.')
  await fill(page, 'Access key', accessKey)
  await fill(page, 'Secret key', secretKey.split('').reverse().join(''))
  await click(page, 'button', 'Sign in')
  await seesText(page, 'This is not the secret key of the account.')
  await expectAccessible(page)
  await fill(page, 'Secret key', secretKey)
  await click(page, 'button', 'Sign in')
  await heading(page, 'Keys and security')

  // A busy tab hands its session over late.
  await page.evaluate(() => {
    const post = BroadcastChannel.prototype.postMessage
    BroadcastChannel.prototype.postMessage = function (message) {
      setTimeout(() => post.call(this, message), 300)
    }
  })
  const other = await page.browserContext().newPage()
  await other.goto(`${dashboard.service.baseUrl}/dashboard/requests`)
  await heading(other, 'Requests')
  await click(other, 'button', `Account ${id}`)
  await click(other, 'menuitem', 'Sign out')
  await heading(other, 'Sign in')
  await heading(page, 'Sign in')
  await seesText(page, 'You signed out in another tab.')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a request shows its text, requests can be filtered, and the URL of one shows why it failed', async () => {
  const page = await dashboard.openSignedIn('/requests')
  await click(page, 'link', dashboard.site.url)
  await page.waitForSelector('[role=dialog] .hljs-tag')
  await seesText(page, 'Page: 200 OKsite')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // An error page is a result, and says what it is.
  await seesText(page, 'page: 404')
  await click(page, 'link', `${dashboard.site.url}/nowhere`)
  await seesText(page, 'Page: 404 Not Found')
  await page.keyboard.press('Escape')
  await click(page, 'combobox', 'Status')
  await click(page, 'option', 'failed')
  await page.waitForFunction((url) => !document.body.textContent.includes(url), {}, dashboard.site.url)
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
  // The way back leads to the list before the filter, not into the drawer.
  await page.goBack()
  await page.waitForFunction(() => location.search === '')
  expect(new URL(page.url()).pathname).toBe('/dashboard/requests')
  await seesNoDialog(page)
})

/** Returns how far what was visible has moved since the page began to load, as the metric CLS. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[]
    return shifts.reduce((sum, { value }) => sum + value, 0)
  })

test('the overview is one call, and a search finds the synchronous request that has just failed', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const url = 'http://127.0.0.1:1/Checkout'
  const failed = await fetch(`${dashboard.service.baseUrl}/v1/pdf?${new URLSearchParams({ url })}`, {
    headers: { 'x-access-key': owner.accessKey },
  })
  expect(failed.status).toBe(400)
  await scrape({}, owner)
  const { page } = await dashboard.open()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/v1/') && pathname !== '/v1/openapi.json') calls.push(pathname + search)
  })
  await dashboard.signIn(page, '/', owner)
  await seesText(page, 'First steps')
  await seesText(page, 'requests left')
  await seesText(page, dashboard.site.url.slice(-14))
  await seesText(page, 'The URL is not public')
  expect(calls).toEqual(['/v1/overview'])
  expect(await layoutShift(page)).toBeLessThan(0.02)
  await click(page, 'link', 'Requests')
  await page.waitForSelector('tbody tr:nth-child(2)')
  await replaceText(page, 'input[type=search]', 'checkout')
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  expect(new URL(page.url()).search).toBe('?search=checkout')
  await click(page, 'link', url)
  await seesText(page, owner.accessKey.slice(0, 10))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await replaceText(page, 'input[type=search]', 'nothing like it')
  await seesText(page, 'No request matches these filters')
  await click(page, 'button', 'Clear all')
  await page.waitForSelector('tbody tr:nth-child(2)')
  expect(await page.$eval('input[type=search]', (input) => (input as HTMLInputElement).value)).toBe('')
  await page.locator('tbody tr:first-child').click()
  await seesText(page, 'The result was sent in the response and not stored.')
})

test('a rotated access key replaces the old one, which is dead, although the clock of the computer is ten minutes fast', async () => {
  const owner = await dashboard.service.createAccount('growth')
  const { page } = await dashboard.open()
  await page.evaluateOnNewDocument(() => {
    const now = Date.now
    Date.now = () => now() + 600_000
  })
  await dashboard.signIn(page, '/keys', owner)
  await seesText(page, 'The clock of this computer is 10 minutes ahead of the service.')
  await click(page, 'button', 'Actions of First key')
  await click(page, 'menuitem', 'Rotate')
  await fill(page, 'Type rotate to confirm', 'rotate')
  await expectAccessible(page)
  const sent = Promise.withResolvers<HTTPRequest>()
  await page.setRequestInterception(true)
  page.on('request', (request) => (request.method() === 'POST' ? sent.resolve(request) : request.continue()))
  await click(page, 'button', 'Rotate')
  const rotation = await sent.promise
  // The dialog stays, because the key is already being replaced.
  await page.waitForSelector('button:disabled ::-p-text(Cancel)')
  await page.keyboard.press('Escape')
  await rotation.continue()
  await seesText(page, 'the service keeps only a hash of it')
  await expectAccessible(page)
  const line = await page.$eval('[role=dialog] pre', (code) => code.textContent)
  const accessKey = line?.replace('ACCESS_KEY=', '') ?? ''
  expect(accessKey).toMatch(new RegExp(`^${owner.id}[0-9A-Za-z]{18}$`))
  expect(accessKey).not.toBe(owner.accessKey)
  const statuses = [owner.accessKey, accessKey].map(async (key) => {
    const url = `${dashboard.service.baseUrl}/v1/devices`
    const response = await fetch(url, { headers: { 'x-access-key': key } })
    return response.status
  })
  expect(await Promise.all(statuses)).toEqual([401, 200])
})

test('an account that requires signatures can be used, and the setting changed, from the dashboard', async () => {
  const owner = await dashboard.service.createAccount('scale')
  const page = await dashboard.openSignedIn('/keys', owner)
  await click(page, 'switch', 'Require signed requests')
  await click(page, 'button', 'Require signatures')
  await seesText(page, 'Signed requests turned on.')
  expect((await dashboard.service.accounts.find(owner.id))?.signedRequests).toBe(true)
  // A reload has forgotten what the account requires, and every read of the page is refused before one is sent again.
  const held: HTTPRequest[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (held.length === 2 || !/\/v1\/(account|requests)/.test(request.url())) return request.continue()
    held.push(request)
    return held.length === 2 && Promise.all(held.map((each) => each.continue()))
  })
  await page.goto(`${dashboard.service.baseUrl}/dashboard/requests`)
  await seesText(page, 'No requests yet')
  await click(page, 'button', 'As curl')
  await seesText(page, 'This account requires signed requests.')
  await expectAccessible(page)
})

test('with the access key alone everything can be seen, and nothing changed that needs the secret key', async () => {
  const { page } = await dashboard.open()
  await page.goto(`${dashboard.service.baseUrl}/dashboard/keys`)
  await fill(page, 'Access key', dashboard.account.accessKey)
  await click(page, 'button', 'Sign in')
  await seesText(page, 'You signed in with the access key alone.')
  await page.waitForSelector('[aria-label="Require signed requests"]')
  await page.waitForSelector('[aria-label="Actions of First key"]')
  const isDisabled = (selector: string) => page.$eval(selector, (element) => element.matches(':disabled'))
  for (const name of ['Actions of First key', 'Rotate the secret key', 'Require signed requests'])
    expect(await isDisabled(`[aria-label="${name}"]`), name).toBe(true)
  await expectAccessible(page)
  await click(page, 'link', 'Requests')
  await seesText(page, dashboard.site.url)
})

test('a tab that was open during a deployment says that the service is down, and then loads the new release because a file of the old one was removed', async () => {
  const { page, faults } = await dashboard.open()
  await dashboard.signIn(page, '/keys')
  await heading(page, 'Keys and security')
  const missing: string[] = []
  let isDown = true
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (isDown) return request.abort()
    const isGone = missing.length === 0 && /\/requests-[\w-]+\.js$/.test(request.url())
    if (isGone) missing.push(request.url())
    return isGone
      ? request.respond({ status: 404, contentType: 'application/json', body: '{}' })
      : request.continue()
  })
  await click(page, 'link', 'Usage')
  await seesText(page, 'Check the connection and try again.')
  isDown = false
  await click(page, 'link', 'Requests')
  await seesText(page, dashboard.site.url)
  expect(missing).toHaveLength(1)
  // React logs what it cannot show.
  const isFileMissing = (fault: string) => /dynamically imported module|Unable to preload CSS/.test(fault)
  expect(faults.splice(0).filter((fault) => !isFileMissing(fault))).toEqual([])
})

test('a webhook is delivered again, and its page shows the attempts as they are made', async () => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  const id = await scrape({ webhook_url: receiver.url })
  await receiver.received(1)
  const { page } = await dashboard.open()
  // The page waits 2 to 10 s between two looks at the request.
  await page.evaluateOnNewDocument(() => {
    const { setTimeout: once, setInterval: often } = globalThis
    globalThis.setTimeout = ((work: () => void, ms = 0) => once(work, ms / 10)) as typeof setTimeout
    globalThis.setInterval = ((work: () => void, ms = 0) => often(work, ms / 10)) as typeof setInterval
  })
  const seesAttempts = (count: number) =>
    page.waitForFunction(
      (rows) => document.querySelectorAll('[role=dialog] thead ~ tbody tr').length === rows,
      {},
      count,
    )
  await dashboard.signIn(page, `/requests/${id}`)
  // While the first attempt is not recorded, the service starts no other.
  await seesAttempts(1)
  await click(page, 'button', 'Deliver again')
  await receiver.received(2)
  expect(receiver.deliveriesOf(id)).toHaveLength(2)
  await seesAttempts(2)
})

test('a plan without tasks is named instead of their form; a key that dies ends the session and says why', async () => {
  const owner = await dashboard.service.createAccount('free')
  const page = await dashboard.openSignedIn('/tasks/new', owner)
  await seesText(page, 'Your plan does not include tasks')
  await seesText(page, `npm run accounts -- plan scale ${owner.id}`)
  // A read of the first page that ends later would end the session there, and the next page would not know why.
  await page.waitForNetworkIdle()
  await dashboard.service.accounts.close(owner.id)
  await page.goto(`${dashboard.service.baseUrl}/dashboard/requests`)
  await seesText(page, 'The access key is no longer valid.')
})

test('an unpaid invoice is named on every page', async () => {
  const owner = await dashboard.service.createAccount('free')
  await dashboard.service.stopPaying(owner.id)
  const page = await dashboard.openSignedIn('/keys', owner)
  await seesText(page, 'The account has an unpaid invoice')
  await expectAccessible(page)
})

test('the list of requests says which webhook has failed, and a dialog is no second banner of the page', async () => {
  const page = await dashboard.openSignedIn('/requests')
  await scrape({ cache: 'true', webhook_url: `${dashboard.site.url}/gone` })
  await page.waitForFunction(
    async (key) => {
      const response = await fetch('/v1/requests?limit=1', { headers: { 'x-access-key': key } })
      const { requests } = await response.json()
      return requests[0].webhook?.status === 'failed'
    },
    { timeout: 20_000, polling: 200 },
    dashboard.account.accessKey,
  )
  await page.reload()
  await seesText(page, 'webhook failed')
  await click(page, 'link', 'http://nowhere.invalid/')
  await seesText(page, 'The host does not exist')
  expect(await page.$$eval('header:not([role="presentation"])', ({ length }) => length)).toBe(1)
})

test('without a connection a page keeps what was read, and says so', async () => {
  const page = await dashboard.openSignedIn('/requests')
  await seesText(page, dashboard.site.url)
  await click(page, 'link', 'Keys and security')
  await click(page, 'button', 'Rotate the secret key')
  await page.setOfflineMode(true)
  await seesText(page, 'You are offline.')
  // A change fails, instead of being made as soon as there is a connection.
  await fill(page, 'Type rotate to confirm', 'rotate')
  await click(page, 'button', 'Rotate')
  await seesText(page, 'The service cannot be reached')
  await click(page, 'button', 'Cancel')
  await seesNoDialog(page)
  await click(page, 'link', 'Requests')
  await seesText(page, dashboard.site.url)
  await click(page, 'link', 'http://nowhere.invalid/')
  await seesText(page, 'This was not read yet')
  await page.setOfflineMode(false)
  await seesText(page, 'The host does not exist')
})

test('a quota that is used up is named, with the time at which it resets', async () => {
  const owner = await dashboard.service.createAccount('starter')
  // The plan has two renders a month and four requests a minute.
  await Promise.all([scrape({}, owner), scrape({}, owner)])
  const page = await dashboard.openSignedIn('/keys', owner)
  await seesText(page, 'The quota of this month is used up.')
  await usedUpMinute(owner)
  // The pages of the dashboard have a rate of their own.
  await click(page, 'link', 'Requests')
  await page.waitForSelector('tbody tr:nth-child(2)')
  await click(page, 'link', 'Playground')
  await replaceText(page, 'input[type=url]', dashboard.site.url)
  await click(page, 'button', 'Render')
  await seesText(page, 'Too many requests in this minute')
  await expectAccessible(page)
})

test('every page is accessible and fits, at 1440 px and light, and at 390 px and dark; keys show what they do and move between pages', async () => {
  const page = await dashboard.openSignedIn('/')
  await heading(page, 'Overview')
  for (const [path, text] of [
    ['/', 'service-with-a-long-name'],
    ['/requests', 'Updated'],
    ['/webhooks', 'createServer'],
    ['/keys', 'this session'],
    ['/agents', 'claude mcp add'],
    ['/usage', 'All 30 days'],
    ['/nowhere', 'This page does not exist'],
    ['/tasks', 'service-with-a-long-name'],
    ['/tasks/new', 'Next runs'],
    ['/playground?image_quality=101', 'It must be an integer'],
  ] as const) {
    // The router follows the history, which is faster than loading the dashboard again.
    await page.evaluate((next) => history.pushState(null, '', next), `/dashboard${path}`)
    await seesText(page, text)
    for (const look of looks) {
      await setLook(page, look)
      await expectAccessible(page)
    }
  }
  await click(page, 'button', 'Navigation')
  await click(page, 'link', 'Keys and security')
  await heading(page, 'Keys and security')
  await seesNoDialog(page)

  await page.keyboard.press('?')
  await seesText(page, 'Keyboard shortcuts')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await seesNoDialog(page)
  // Both keys within a second.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('r')])
  await heading(page, 'Requests')
})

test('a missing asset is 404 with the error body of the service, never a page', async () => {
  const response = await fetch(`${dashboard.service.baseUrl}/dashboard/assets/index-gone1234.js`)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
})
