import type { Page } from 'puppeteer-core'
import { expect, onTestFinished, test } from 'vitest'
import {
  click,
  expectAccessible,
  fill,
  renderSamples,
  replaceText,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

const dashboard = await startDashboard()
const failedId = await renderSamples(dashboard)

test('a request shows its text, requests can be filtered, and the URL of one shows why it failed', async () => {
  const page = await dashboard.openSignedIn('/requests')
  await click(page, 'link', dashboard.site.url)
  await page.waitForSelector('[role=dialog] .hljs-tag')
  await seesText(page, 'Page: 200 OKsite')
  await expectAccessible(page)
  // A dialog is no second banner of the page.
  expect(await page.$$eval('header:not([role="presentation"])', ({ length }) => length)).toBe(1)
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
  await dashboard.scrape({}, owner)
  const { page } = await dashboard.open()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/v1/')) calls.push(pathname + search)
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
  await click(page, 'button', 'Delete')
  await seesText(page, 'It is no longer listed.')
  await expectAccessible(page)
  await click(page, 'button', 'Delete request')
  await seesText(page, 'The request was deleted.')
  await seesNoDialog(page)
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
})

test('a webhook is delivered again, and its page shows the attempts as they are made', async () => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  const id = await dashboard.scrape({ webhook_url: receiver.url })
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
