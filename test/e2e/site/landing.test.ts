import type { Page } from 'puppeteer-core'
import { afterAll, expect, test } from 'vitest'
import { startTestService } from '../../support/service/service.ts'
import { click, expectAccessible, fill, seesText } from '../../support/site/dashboard.ts'
import { startSiteBrowser } from '../../support/site/site-browser.ts'

/** The service may reach public addresses and the demo page only. */
const [service, browser] = await Promise.all([
  startTestService({ PLANS: '{"free": {"requestsPerMinute": 3}}' }),
  startSiteBrowser(),
])

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const imageSize = (page: Page) =>
  page.$eval('.try-it img', async (element) => {
    const image = element as HTMLImageElement
    await image.decode()
    return { isNew: image.src.startsWith('data:image/webp'), size: [image.naturalWidth, image.naturalHeight] }
  })

test('a visitor renders a page without a key, and sees the code of the call in every language; other pages of the network, and many requests, are refused', async () => {
  const { page, faults } = await browser.open()
  await page.goto(`${service.baseUrl}/`, { waitUntil: 'load' })
  await page.waitForFunction(
    (base) => document.querySelector('.try-it')?.textContent.includes(base),
    {},
    service.baseUrl,
  )
  expect(await imageSize(page)).toEqual({ isNew: false, size: [1000, 844] })

  // Without a scheme, and with Enter.
  await fill(page, 'URL of a page', 'http://demo.stillframe.example/?a=1&b=it%20is')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() =>
    document.querySelector('.try-it img')?.getAttribute('src')?.startsWith('data:'),
  )
  expect(await imageSize(page)).toEqual({ isNew: true, size: [1280, 1080] })
  await seesText(page, 'WebP, ')
  for (const language of ['curl', 'JavaScript', 'Python', 'PHP', 'Go']) {
    await page.locator(`.try-it label ::-p-text(${language})`).click()
    const code = await page.$eval('.try-it .active code', ({ textContent }) => textContent)
    expect(code).toContain('demo.stillframe.example/?a=1&b=it%20is')
    expect(code).toContain(service.baseUrl)
  }
  const playground = await page.$eval('.try-it p a', (link) => (link as HTMLAnchorElement).href)
  expect(new URL(playground).searchParams.get('url')).toBe('http://demo.stillframe.example/?a=1&b=it%20is')
  await expectAccessible(page)

  // The embedded cloud is an address of this machine, which no setting allows here.
  await fill(page, 'URL of a page', '127.0.0.1:9/')
  await click(page, 'button', 'Take a screenshot')
  await seesText(page, 'To allow the pages of this machine')
  expect(await page.$eval('.try-it input', (input) => (input as HTMLInputElement).value)).toBe(
    'http://127.0.0.1:9/',
  )
  const address = `${service.baseUrl}/v1/try?url=http://demo.stillframe.example/`
  const elsewhere = await fetch(address, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
  expect([elsewhere.status, elsewhere.headers.get('x-service-error')]).toEqual([403, 'cross_site'])
  let status = 0
  // A minute may begin in between.
  for (let attempts = 0; attempts < 20 && status !== 429; attempts++) {
    const response = await fetch(address)
    ;({ status } = response)
    await response.arrayBuffer()
  }
  expect(status).toBe(429)
  expect(faults.filter((fault) => !fault.startsWith('style element'))).toEqual([])
})
