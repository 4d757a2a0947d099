import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../support/render/read-pdf.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixtures: FixtureServer
let service: SharedService

/** Noise, about 1.4 MB. */
const photo = () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'grey', noise } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

beforeAll(async () => {
  const bytes = await photo()
  fixtures = await startFixtureServer({
    '/page': page('<!doctype html><title>Ünï — 100 %</title><h1>Served</h1>'),
    '/photos': page(Array.from({ length: 12 }, (_, i) => `<img src="/photo.jpg?${i}">`).join('')),
    // What follows the image's end makes no two of them the same.
    '/photo.jpg': ({ url = '' }, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(Buffer.concat([bytes, Buffer.from(url)]))
    },
    '/loop': page('<script>for (;;);</script>'),
  })
  service = await joinService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

const headers = () => ({ 'content-type': 'application/json', 'x-access-key': service.accessKey })

const get = (options: Record<string, string>) =>
  fetch(`${service.baseUrl}/v1/pdf?${new URLSearchParams(options)}`, { headers: headers() })

const post = (body: string) =>
  fetch(`${service.baseUrl}/v1/pdf`, { method: 'POST', headers: headers(), body })

const read = async (response: Response) => readPdf(new Uint8Array(await response.arrayBuffer()))

test('GET and POST with the same parameters return the same document', async () => {
  const options = { url: `${fixtures.url}/page`, pdf_paper_format: 'a5', pdf_scale: '0.5', pdf_outline: '1' }
  const responses = await Promise.all([get(options), post(JSON.stringify(options))])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  for (const response of responses) {
    await using pdf = await read(response)
    expect((await pdf.size(1)).map(Math.round)).toEqual([420, 596])
    expect([await pdf.text(1), await pdf.outline(), pdf.title]).toEqual(['Served', ['Served'], 'Ünï — 100 %'])
  }
})

test('the response has the type, the name and the metadata', async () => {
  const response = await get({
    url: `${fixtures.url}/page`,
    attachment_name: 'Übersicht',
    metadata_title: 'true',
    metadata_status: 'true',
    metadata_hash: 'true',
  })
  await response.arrayBuffer()
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="_bersicht.pdf"; filename*=UTF-8''%C3%9Cbersicht.pdf`,
  )
  expect(response.headers.get('x-service-metadata-title')).toBe('%C3%9Cn%C3%AF %E2%80%94 100 %25')
  expect(response.headers.get('x-service-metadata-status')).toBe('200')
  expect(response.headers.get('x-service-metadata-hash')).toMatch(/^[0-9a-f]{64}$/)
  expect(response.headers.has('x-service-metadata-image-size')).toBe(false)
})

test('a document larger than the limit of buffered responses is complete', async () => {
  const response = await get({ url: `${fixtures.url}/photos` })
  const body = new Uint8Array(await response.arrayBuffer())
  expect(body.length).toBeGreaterThan(10_000_000)
  await using pdf = await readPdf(body)
  expect(pdf.pageCount).toBeGreaterThan(5)
})

test.each([
  [
    'pages that are not there',
    { html: 'x', pdf_page_ranges: '2' },
    'invalid_parameter',
    /the document has 1 page\./,
  ],
  [
    'a document that is too tall',
    { html: '<p style="height:99999px">x', pdf_one_page: 'true' },
    'result_too_large',
    /200/,
  ],
  ['one side alone', { html: 'x', pdf_width: '5in' }, 'invalid_parameter', /must be given together/],
  [
    'a parameter of images',
    { html: 'x', metadata_image_size: 'true' },
    'unknown_parameter',
    /metadata_image_size/,
  ],
  ['both sources', { html: 'x', url: 'https://example.com' }, 'invalid_parameter', /not both/],
  ['a private address', { url: 'http://10.0.0.1/' }, 'address_blocked', /This URL is not allowed/],
])('%s returns 400 with its own code', async (_, options, code, message) => {
  const response = await get(options as Record<string, string>)
  expect([response.status, response.headers.get('x-service-error')]).toEqual([400, code])
  expect(((await response.json()) as { message: string }).message).toMatch(message)
})

test('a page that never ends returns 400 in time, and the next one is served', async () => {
  const startedMs = performance.now()
  const response = await get({ url: `${fixtures.url}/loop`, timeout: '1' })
  await response.arrayBuffer()
  expect([response.status, response.headers.get('x-service-error')]).toEqual([400, 'page_timeout'])
  expect(performance.now() - startedMs).toBeLessThan(6_000)
  expect((await get({ html: 'next' })).status).toBe(200)
})

test('the example of the documentation returns the described document', async () => {
  const text = await readFile(new URL('../../../docs/pdf.md', import.meta.url), 'utf8')
  const [, body = ''] = /-d '(\{.*?\})'/s.exec(text) ?? []
  const response = await post(body)
  expect(response.status).toBe(200)
  await using pdf = await read(response)
  expect([pdf.pageCount, pdf.title, await pdf.outline()]).toEqual([1, 'Invoice 17', ['Invoice 17', 'Terms']])
  expect((await pdf.size(1)).map((side) => Number(side.toFixed(2)))).toEqual([595.92, 841.92])
  const words = (await pdf.text(1)).replace(/\s+/g, ' ')
  for (const part of ['Thank you.', '30 days.', 'Page 1 of 1']) expect(words).toContain(part)
})
