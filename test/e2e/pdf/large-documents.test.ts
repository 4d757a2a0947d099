import sharp from 'sharp'
import { expect, test } from 'vitest'
import { liveHeapBytes } from '../../support/render/live-heap.ts'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

const megabytes = 1024 ** 2

/** Noise, about 600 KB. */
const photo = () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width: 900, height: 600, channels: 3, background: 'grey', noise } })
    .jpeg({ quality: 98 })
    .toBuffer()
}

const sheet = (index: number) =>
  `<section style="break-after:page"><h1>Chapter ${index + 1}</h1><img src="/photo/${index}.jpg"><p>${'Some words of text. '.repeat(60)}</section>`

const bytes = await photo()
const fixture = await startPdfFixture({
  '/book': page(
    `<!doctype html><title>Book</title>${Array.from({ length: 40 }, (_, i) => sheet(i)).join('')}`,
  ),
  // Bytes after the end of the image make each of them different.
  '*': ({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.concat([bytes, Buffer.from(url)]))
  },
})

/** Returns the growth of the heap while the work runs, sampled. */
const watchHeap = async <T>(work: () => Promise<T>) => {
  const startBytes = liveHeapBytes()
  let peakBytes = startBytes
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, liveHeapBytes())
  }, 700)
  const result = await work()
  clearInterval(timer)
  return { result, growthBytes: peakBytes - startBytes }
}

test('a document of 40 pages with images is not held in the heap', async () => {
  // On a busy machine, the document takes longer than its deadline.
  using _limits = scaleLimits(40, 'reserve')
  const { result, growthBytes } = await watchHeap(() =>
    fixture.take({ url: '/book', pdf_outline: true, wait_until: ['load'] }),
  )
  expect(result.report.images.missing).toBe(0)
  expect(result.body.length).toBeGreaterThan(18 * megabytes)
  expect(growthBytes).toBeLessThan(10 * megabytes)
  await using pdf = await readPdf(result.body)
  expect(pdf.pageCount).toBeGreaterThanOrEqual(40)
  expect(await pdf.text(40)).toContain('Chapter 40')
  expect(await pdf.outline()).toHaveLength(40)
})
