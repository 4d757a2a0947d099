import { expect, test, vi } from 'vitest'
import {
  click,
  expectAccessible,
  heading,
  replaceText,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'

const dashboard = await startDashboard()
await dashboard.scrape({ cache: 'true' })

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

test('an unpaid invoice is named on every page', async () => {
  const owner = await dashboard.service.createAccount('free')
  await dashboard.service.stopPaying(owner.id)
  const page = await dashboard.openSignedIn('/keys', owner)
  await seesText(page, 'The account has an unpaid invoice')
  await expectAccessible(page)
})

test('a quota that is used up is named, with the time at which it resets', async () => {
  const owner = await dashboard.service.createAccount('starter')
  // The plan has two renders a month and four requests a minute.
  await Promise.all([dashboard.scrape({}, owner), dashboard.scrape({}, owner)])
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

test('keys show what they do and move between pages, and a phone has a menu', async () => {
  const { page } = await dashboard.open({ width: 390, scheme: 'dark' })
  await dashboard.signIn(page, '/')
  await heading(page, 'Overview')
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
