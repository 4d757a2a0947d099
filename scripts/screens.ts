// Makes the screens of the site: starts the service with a separate data folder, gives it requests and tasks, and writes each page of the
// dashboard and the documentation to docs/images/dashboard as WebP, in light and dark. Git ignores those that no page shows: phones, and
// the documentation itself. `npm run screens -- <name>…` makes only these.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import sharp from 'sharp'
import { loadLocalConfig } from '../local/config.ts'
import { startService } from '../local/service.ts'
import { setLook, startSiteBrowser } from '../test/support/site/site-browser.ts'
import { createExamples, startReceiver } from './screens/examples.ts'
import { dashboardScreens, publicScreens, type Screen, screenNames } from './screens/screens.ts'

const imagesDir = join(import.meta.dirname, '..', 'docs', 'images', 'dashboard')

const hourMs = 3_600_000

const write = async (page: Page, name: string) => {
  const png = await page.screenshot({ type: 'png' })
  const { size } = await sharp(png)
    .resize({ width: 1000 })
    .webp({ quality: 50, effort: 6 })
    .toFile(join(imagesDir, name))
  process.stdout.write(`${name}: ${Math.round(size / 1000)} KB\n`)
}

/** Waits until the page shows what it is about, and all images in the window. Those below it can be lazy. */
const settle = async (page: Page, text: string) => {
  await page.waitForFunction((wanted) => document.body.textContent.includes(wanted), {}, text)
  await page.waitForNetworkIdle({ idleTime: 300 })
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top >= window.innerHeight,
    ),
  )
}

const open = async (page: Page, baseUrl: string, { path, shows, act }: Screen) => {
  await page.goto(baseUrl + path)
  await settle(page, shows)
  if (!act) return
  await act.run(page)
  await settle(page, act.shows)
}

const chosen = new Set(process.argv.slice(2))
const unknown = [...chosen].find((name) => !screenNames.includes(name))
if (unknown !== undefined) {
  process.stderr.write(`No screen is named ${unknown}. The names are ${screenNames.join(', ')}.\n`)
  process.exit(1)
}

const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-screens-'))
try {
  await mkdir(imagesDir, { recursive: true })
  await using receiver = await startReceiver()
  let aheadMs = 0
  await using service = await startService(
    // The receiver of the webhooks listens on this machine.
    loadLocalConfig({ PORT: '3000', ...process.env, DATA_DIR: dataDir, EGRESS_ALLOW: '127.0.0.1' }),
    { log: () => {}, scheduler: { nowMs: () => Date.now() + aheadMs } },
  )
  const { baseUrl, accounts } = service.file
  const [account] = accounts
  if (!account) throw new Error('The service has no demo account.')
  const examples = await createExamples({
    baseUrl,
    accessKey: account.accessKey,
    webhookUrl: receiver.url,
    passHour: () => {
      const nowMs = Date.now() + aheadMs
      // The scheduler skips what is late by more than a minute.
      aheadMs += (Math.floor(nowMs / hourMs) + 1) * hourMs + 1 - nowMs
      service.runDueSchedules()
    },
  })
  await using browser = await startSiteBrowser()
  for (const scheme of ['light', 'dark'] as const) {
    const { page } = await browser.open({ scheme })
    const take = async (screens: readonly Screen[]) => {
      for (const screen of screens.filter(({ name }) => chosen.size === 0 || chosen.has(name))) {
        await open(page, baseUrl, screen)
        await write(page, `${screen.name}-${scheme}.webp`)
        await setLook(page, { width: 390, scheme })
        await page.waitForNetworkIdle({ idleTime: 300 })
        await write(page, `${screen.name}-phone-${scheme}.webp`)
        await setLook(page, { width: 1440, scheme })
      }
    }
    await take(publicScreens)
    const { accessKey, secretKey } = account
    // A blank page has no storage.
    await page.goto(`${baseUrl}/dashboard/`)
    await page.evaluate(
      (text) => sessionStorage.setItem('stillframe-session', text),
      JSON.stringify({ accessKey, secretKey }),
    )
    await page.goto(`${baseUrl}/dashboard/`)
    await settle(page, 'requests left')
    await take(dashboardScreens(examples))
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
