// What a user of each library would write. Each system renders one page at a time in its own browser context.
// @typedef {{ executablePath: string, env: Record<string, string> }} Launch
import createBrowserless from 'browserless'
import { chromium } from 'playwright-core'
import { Cluster } from 'puppeteer-cluster'
import puppeteer from 'puppeteer-core'
// browserless calls methods that puppeteer 25 no longer has.
import puppeteer24 from 'puppeteer-core-24'

const viewport = { width: 1280, height: 1080 }
const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
const jpeg = { type: 'jpeg', quality: 80 }

const visit = async (page, url, { kind }) => {
  await page.setViewport(viewport)
  await page.goto(url, { waitUntil: 'load' })
  if (kind === 'full_page') return page.screenshot({ type: 'png', fullPage: true })
  if (kind === 'pdf') return page.pdf()
  if (kind === 'html') return page.content()
  return page.screenshot(jpeg)
}

export const systems = {
  async 'puppeteer-cluster'(launch) {
    const cluster = await Cluster.launch({
      concurrency: Cluster.CONCURRENCY_CONTEXT,
      maxConcurrency: 2,
      puppeteer,
      puppeteerOptions: { ...launch, args, headless: 'shell' },
    })
    return (url, kind) => cluster.execute(url, ({ page }) => visit(page, url, { kind }))
  },

  async 'playwright-core'(launch) {
    const browser = await chromium.launch({ ...launch, args: ['--disable-gpu'] })
    return async (url, kind) => {
      const context = await browser.newContext({ viewport })
      try {
        const page = await context.newPage()
        await page.goto(url, { waitUntil: 'load' })
        if (kind === 'full_page') return await page.screenshot({ type: 'png', fullPage: true })
        if (kind === 'pdf') return await page.pdf()
        if (kind === 'html') return await page.content()
        return await page.screenshot(jpeg)
      } finally {
        await context.close()
      }
    }
  },

  async 'browserless (microlink)'(launch) {
    const browserless = createBrowserless({ ...launch, puppeteer: puppeteer24, headless: 'shell' })
    return async (url, kind) => {
      const context = await browserless.createContext()
      const options = { waitUntil: 'load', adblock: false, viewport: { ...viewport, deviceScaleFactor: 1 } }
      try {
        if (kind === 'pdf') return await context.pdf(url, options)
        if (kind === 'html') return await context.html(url, options)
        return await context.screenshot(url, {
          ...options,
          ...(kind === 'full_page' ? { type: 'png', fullPage: true } : jpeg),
        })
      } finally {
        await context.destroyContext()
      }
    }
  },

  /** The common sample for Lambda, with the arguments that @sparticuz/chromium recommends. */
  async 'launch per request'({ vendorArguments, ...launch }) {
    return async (url, kind) => {
      const browser = await puppeteer.launch({ ...launch, args: vendorArguments, headless: 'shell' })
      try {
        return await visit(await browser.newPage(), url, { kind })
      } finally {
        await browser.close()
      }
    }
  },
}
