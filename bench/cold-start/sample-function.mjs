// The common sample for Lambda: the vendor's package unpacks the browser, and each event launches one.
import chromium from '@sparticuz/chromium'
import puppeteer from 'puppeteer-core'

export const handler = async ({ url }, stream) => {
  const browser = await puppeteer.launch({
    args: chromium.args,
    executablePath: await chromium.executablePath(),
    headless: 'shell',
  })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 1080 })
  await page.goto(url, { waitUntil: 'load' })
  stream.end(await page.screenshot({ type: 'jpeg', quality: 80 }))
  await browser.close()
}
