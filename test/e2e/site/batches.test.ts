import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { expect, test, vi } from 'vitest'
import {
  click,
  expectAccessible,
  fill,
  heading,
  seesText,
  startDashboard,
} from '../../support/site/dashboard.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const dashboard = await startDashboard()

/** Lets a page download files, and returns what reads them. */
const startDownloads = async (page: Page) => {
  const folder = temporaryFolder()
  const { id } = page.browserContext()
  const session = await page.createCDPSession()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: folder,
    ...(id !== undefined && { browserContextId: id }),
  })
  return (name: string) => vi.waitFor(() => readFile(join(folder, name)), { timeout: 20_000, interval: 100 })
}

/** The end of an archive has the number of its files. */
const countFiles = (zip: Buffer) => zip.readUInt16LE(zip.length - 12)

test('a batch of a CSV file shows its progress, its requests and its failures, and its results can be downloaded', async () => {
  const page = await dashboard.openSignedIn('/batches')
  await seesText(page, 'No batches yet')
  await click(page, 'link', 'New batch')
  await heading(page, 'New batch')
  await click(page, 'button', 'Create batch')
  await seesText(page, 'Enter at least one page.')
  await expectAccessible(page)
  await fill(page, 'Pages as CSV', 'url,fromat\nhttp://a.test/,md')
  await seesText(page, 'The column fromat is not a parameter of the operation.')
  await click(page, 'tab', 'Scrape')
  const pages = [
    `${dashboard.site.url}/,first`,
    `${dashboard.site.url}/?b,second`,
    'http://nowhere.invalid/,',
  ]
  await fill(
    page,
    'Pages as CSV',
    `url,external_id,js_enabled\n${pages.map((row) => `${row},false\n`).join('')}`,
  )
  await seesText(page, '3 pages.')
  await click(page, 'button', 'Create batch')
  await heading(page, 'Scrape of 3 pages')
  await seesText(page, 'host_not_found 1')
  await seesText(page, 'ended')
  await expectAccessible(page)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const read = await startDownloads(page)
  await click(page, 'button', 'CSV')
  const csv = (await read(`batch-${id}.csv`)).toString('utf8').split('\r\n')
  expect(csv.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    'url,external_id,status,error',
    `${dashboard.site.url}/,first,done,`,
    `${dashboard.site.url}/?b,second,done,`,
    'http://nowhere.invalid/,,failed,host_not_found',
    '',
  ])
  await click(page, 'button', 'Results (ZIP)')
  const zip = await read(`batch-${id}.zip`)
  expect(countFiles(zip)).toBe(3)
  for (const text of ['results.csv', '00001-first.html', '00002-second.html', '<title>site</title>'])
    expect(zip.includes(text), text).toBe(true)
  await click(page, 'link', 'All requests')
  await seesText(page, `batch ${id}`)
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 3)
  await page.goBack()
  await click(page, 'link', 'Batches')
  await click(page, 'link', 'Scrape of 3 pages')
  await heading(page, 'Scrape of 3 pages')
})

test('a batch can be canceled after a confirmation, on a phone too', async () => {
  const { page } = await dashboard.open({ width: 390, scheme: 'dark' })
  const { id } = await dashboard.create<{ id: string }>('/v1/batches', {
    operation: 'screenshot',
    options: { delay: 10 },
    requests: Array(4).fill({ url: dashboard.site.url }),
    max_concurrency: 1,
    webhook_url: `${dashboard.site.url}/gone`,
  })
  await dashboard.signIn(page, `/batches/${id}`)
  await seesText(page, 'No attempt yet. The first follows when all requests have ended.')
  await click(page, 'button', 'Cancel batch')
  await seesText(page, 'fail with canceled and cost nothing')
  await expectAccessible(page)
  await page.locator('[role=dialog] button[type=submit]').click()
  await seesText(page, 'The batch was canceled.')
  await seesText(page, 'canceled 3')
  await page.goto(`${dashboard.service.baseUrl}/dashboard/batches`)
  await seesText(page, 'Screenshot of 4 pages')
  await page.goto(`${dashboard.service.baseUrl}/dashboard/batches/new`)
  await page.locator('label ::-p-text(Sitemap)').click()
  await click(page, 'button', 'Create batch')
  await seesText(page, 'Enter the URL of a sitemap.')
  await expectAccessible(page)
})
