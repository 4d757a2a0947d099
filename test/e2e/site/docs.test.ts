import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { expectAccessible, fill, seesText } from '../../support/site/dashboard.ts'
import { looks, type SiteBrowser, setLook, startSiteBrowser } from '../../support/site/site-browser.ts'

let service: SharedService
let browser: SiteBrowser

beforeAll(async () => {
  ;[service, browser] = await Promise.all([joinService(), startSiteBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

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

test('a guide and a reference page are accessible and fit, at 1440 px and light, and at 390 px and dark', async () => {
  const page = await open()
  for (const path of ['/docs/guides/devices-dark-mode', '/docs/reference/screenshot']) {
    await page.goto(service.baseUrl + path, { waitUntil: 'load' })
    await isInteractive(page)
    for (const look of looks) {
      await setLook(page, look)
      await expectAccessible(page)
    }
  }
})

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
