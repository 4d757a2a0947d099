import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PdfFixture, startPdfFixture } from '../../support/render/pdf-fixture.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { page } from '../../support/sites/fixture-server.ts'

const megabytes = 1024 ** 2

let fixture: PdfFixture

/** Noise, about 200 KB. */
const photo = () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width: 720, height: 480, channels: 3, background: 'grey', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const sheet = (index: number) =>
  `<section style="break-after:page"><h1>Chapter ${index + 1}</h1><img loading="lazy" src="/photo/${index}.jpg"><p>${'Some words of text. '.repeat(60)}</section>`

beforeAll(async () => {
  const bytes = await photo()
  fixture = await startPdfFixture({
    '/book': page(
      `<!doctype html><title>Book</title>${Array.from({ length: 300 }, (_, i) => sheet(i)).join('')}`,
    ),
    // What follows the picture's end makes no two of them the same.
    '*': ({ url = '' }, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.concat([bytes, Buffer.from(url)]))
    },
  })
})

afterAll(() => fixture[Symbol.asyncDispose]())

/** The most that the heap holds, sampled while the work runs. */
const watchHeap = async <T>(work: () => Promise<T>) => {
  const startBytes = process.memoryUsage().heapUsed
  let peakBytes = startBytes
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().heapUsed)
  }, 5)
  const result = await work()
  clearInterval(timer)
  return { result, growthBytes: peakBytes - startBytes }
}

test('a document of 300 pages with images does not grow the heap with it', async () => {
  const { result, growthBytes } = await watchHeap(() => fixture.take({ url: '/book', pdf_outline: true }))
  expect(result.report.images.missing).toBe(0)
  expect(result.body.length).toBeGreaterThan(40 * megabytes)
  expect(growthBytes).toBeLessThan(40 * megabytes)
  await using pdf = await readPdf(result.body)
  expect(pdf.pageCount).toBeGreaterThanOrEqual(300)
  expect(await pdf.text(300)).toContain('Chapter 300')
  expect(await pdf.outline()).toHaveLength(300)
})
