import type { Page } from 'puppeteer-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { joinService } from '../../support/service/shared-service.ts'
import { expectAccessible, fill, seesText } from '../../support/site/dashboard.ts'
import { startSiteBrowser } from '../../support/site/site-browser.ts'

const [service, browser] = await Promise.all([joinService(), startSiteBrowser()])

afterAll(() => browser[Symbol.asyncDispose]())

const open = async (): Promise<Page> => {
  const { page, faults } = await browser.open()
  onTestFinished(async () => {
    await page.browserContext().close()
    // VitePress inserts one while it changes colors, and the policy of the documentation allows it.
    expect(faults.filter((fault) => !fault.startsWith('style element'))).toEqual([])
  })
  return page
}

const isInteractive = (page: Page) =>
  page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))

test('a service that renders only for its accounts shows a visitor the demo page, and leads to the playground', async () => {
  const page = await open()
  await page.goto(`${service.baseUrl}/`, { waitUntil: 'load' })
  await isInteractive(page)
  await fill(page, 'URL of a page', 'example.com')
  await page.keyboard.press('Enter')
  await seesText(page, 'This service renders your page in the playground.')
  expect(await page.$eval('.try-it img', ({ src }) => src)).toContain('/assets/demo.')
  const playground = await page.$eval('.try-it p a', ({ href }) => new URL(href).searchParams.get('url'))
  expect(playground).toBe('https://example.com')
})

test('the search finds a page, and the keyboard alone opens it', async () => {
  const page = await open()
  await page.goto(`${service.baseUrl}/docs/guides/pdf`, { waitUntil: 'load' })
  await isInteractive(page)
  expect(await page.$$('.VPSidebarItem a')).not.toEqual([])
  expect(await page.$$('.VPSidebarItem :is([role=button], [tabindex])')).toEqual([])
  await page.keyboard.press('/')
  await page.locator('#localsearch-input').fill('repeat a webhook')
  await page.waitForSelector('[role=option]')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.pathname !== '/docs/guides/pdf')
  await seesText(page, 'webhook')
})
