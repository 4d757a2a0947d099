import chromium from '@sparticuz/chromium'
import puppeteer from 'puppeteer-core'
import { quality, type System, viewport } from '../system.ts'

/** The common Lambda sample: one browser for each request, with the vendor's default arguments. */
export const createSample = async (): Promise<System> => {
  const executablePath = await chromium.executablePath()
  return {
    name: 'launch per request',
    async render(url) {
      const browser = await puppeteer.launch({ args: chromium.args, executablePath, headless: 'shell' })
      try {
        const page = await browser.newPage()
        await page.setViewport(viewport)
        await page.goto(url, { waitUntil: 'load' })
        return await page.screenshot({ type: 'jpeg', quality })
      } finally {
        await browser.close()
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}
