import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { liveHeapBytes } from '../support/render/live-heap.ts'
import { startPdfFixture } from '../support/render/pdf-fixture.ts'
import { readPdf } from '../support/render/read-pdf.ts'
import { scaleLimits } from '../support/scale-limits.ts'
import { page } from '../support/sites/fixture-server.ts'

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

describe('of more pages than a document may have', () => {
  const pages = (count: number) =>
    `<!doctype html><style>p { break-after: page }</style>${'<p>x'.repeat(count)}`
  const codeOf = async (request: Record<string, unknown>) => {
    using _limits = scaleLimits(4, 'reserve', 'page')
    return await fixture.take(request).then(
      () => 'document',
      ({ code }: { code: string }) => code,
    )
  }

  test.each([
    [
      'pages of the size of a letter',
      {
        html: '<style>@page { size: 20px 20px; margin: 0 }</style>'.concat('word '.repeat(3000)),
        pdf_prefer_css_page_size: true,
      },
    ],
    ['ranges of everything', { html: pages(2100), pdf_page_ranges: '1-2050' }],
    [
      'a table that does not fit into the memory',
      { html: `<table>${`<tr>${'<td>1'.repeat(11)}`.repeat(8000)}</table>`, pdf_page_ranges: '1' },
    ],
  ])('%s is refused', async (_, request) => {
    expect(await codeOf(request)).toBe('result_too_large')
  })

  test('the maximum number is printed, and so are some of more', async () => {
    using _limits = scaleLimits(4, 'reserve', 'page')
    expect((await fixture.read({ html: pages(1999) })).pageCount).toBeGreaterThanOrEqual(1999)
    const some = await fixture.read({ html: pages(2100), pdf_page_ranges: '2090-2099' })
    expect(some.pageCount).toBe(10)
  })
})
