import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { expectAccessible } from '../../support/site/dashboard.ts'
import { type SiteBrowser, startSiteBrowser } from '../../support/site/site-browser.ts'

let service: SharedService
let browser: SiteBrowser

beforeAll(async () => {
  ;[service, browser] = await Promise.all([joinService(), startSiteBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

test.each([
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const)(
  'the landing page, a guide and a reference page are accessible and fit at $width px, $scheme',
  async (look) => {
    const { page, faults } = await browser.open(look)
    onTestFinished(async () => {
      await page.browserContext().close()
    })
    for (const path of ['/', '/docs/guides/devices-dark-mode', '/docs/reference/create-task']) {
      await page.goto(service.baseUrl + path, { waitUntil: 'load' })
      await expectAccessible(page)
    }
    // VitePress inserts one while it changes colors, and the policy of the documentation allows it.
    expect(faults.filter((fault) => !fault.startsWith('style element'))).toEqual([])
  },
)
