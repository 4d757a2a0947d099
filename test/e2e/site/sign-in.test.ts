import type { Page } from 'puppeteer-core'
import { expect, test } from 'vitest'
import {
  readSignInLink,
  signInHeader,
  signInPath,
  toSignInLink,
} from '../../../lib/core/access/sign-in-link.ts'
import { issueSignInCode } from '../../../local/sign-in-codes.ts'
import {
  click,
  expectAccessible,
  fill,
  heading,
  seesNoDialog,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'

const dashboard = await startDashboard()

const createLink = async ({ id: accountId, accessKey, secretKey } = dashboard.account) => {
  const { baseUrl, dataDir } = dashboard.service
  const code = await issueSignInCode(dataDir, { accessKey, secretKey })
  return toSignInLink(baseUrl, { accountId, code })
}

const redeem = async (link: string) => {
  const code = readSignInLink(new URL(link).hash)?.code ?? ''
  const init = { method: 'POST', headers: { [signInHeader]: code } }
  return (await fetch(dashboard.service.baseUrl + signInPath, init)).status
}

/** Clicks a button in a part of the page. */
const clickIn = async (page: Page, part: string, name: string) => {
  await page.locator(`${part} ::-p-aria([name="${name}"][role="button"])`).setTimeout(20_000).click()
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

test('with the access key alone everything can be seen, and nothing changed that needs the secret key', async () => {
  await dashboard.scrape({})
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
