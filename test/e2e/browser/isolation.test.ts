import type { Page } from 'puppeteer-core'
import { afterAll, expect, test } from 'vitest'
import { startBrowserFixture } from '../../support/render/browser-fixture.ts'
import type { Route } from '../../support/sites/fixture-server.ts'

const cacheable: Route = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'max-age=3600' })
  response.end('<title>cached</title>')
}

const fixture = await startBrowserFixture({ '/cached': cacheable })
afterAll(() => fixture[Symbol.asyncDispose]())

const marksFound = async (page: Page) => {
  await page.goto(`${fixture.site.url}/browser/store.html`)
  await page.waitForFunction('document.title !== "waiting"')
  return page.title()
}

const everything = 'found cacheStorage cookie fileSystem indexedDB localStorage serviceWorker sessionStorage'

test('a page finds what it stored itself, and the next page finds nothing', async () => {
  for (let i = 0; i < 2; i++) {
    await fixture.render(async ({ page }) => {
      expect(await marksFound(page)).toBe('found')
      expect(await marksFound(page)).toBe(everything)
    })
  }
  expect(fixture.launched).toHaveLength(1)
})

test('the HTTP cache is not shared', async () => {
  for (let i = 1; i <= 2; i++) {
    await fixture.render(async ({ page }) => {
      await page.goto(`${fixture.site.url}/cached`)
      await page.goto('about:blank')
      await page.goto(`${fixture.site.url}/cached`)
    })
    expect(fixture.site.requests.filter(({ path }) => path === '/cached')).toHaveLength(i)
  }
})

test('settings of a render do not affect the next', async () => {
  const echo = () => fixture.site.requests.filter(({ path }) => path === '/echo').at(-1)?.headers
  await fixture.render(async ({ page }) => {
    await page.setExtraHTTPHeaders({ 'x-customer': 'one' })
    await page.authenticate({ username: 'customer', password: 'secret' })
    await page.setUserAgent({ userAgent: 'customer-one' })
    await page.emulateTimezone('Asia/Tokyo')
    await page.goto(`${fixture.site.url}/echo`)
    expect(echo()).toMatchObject({ 'x-customer': 'one', 'user-agent': 'customer-one' })
  })
  await fixture.render(async ({ page }) => {
    await page.goto(`${fixture.site.url}/echo`)
    expect(JSON.stringify(echo())).not.toMatch(/customer|secret|authorization/)
    expect(await page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone')).toBe('UTC')
  })
})
