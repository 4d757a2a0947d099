import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operations, type RenderOperationId } from '../../../lib/schema/operations.ts'
import { RenderResult } from '../../../lib/schema/render-result.ts'
import { readExample } from '../../../scripts/generate/example.ts'
import { decodeImage } from '../../support/render/image.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { startFixtureServer } from '../../support/sites/fixture-server.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

const service = await joinService()

const read = async (response: Response) => {
  const body = Buffer.from(await response.arrayBuffer())
  expect(response.status, body.toString('utf8', 0, 300)).toBe(200)
  return { headers: response.headers, body }
}

const headers = () => ({ 'content-type': 'application/json', 'x-access-key': service.accessKey })

const get = async (path: string, options: Record<string, string> = {}) =>
  read(await fetch(`${service.baseUrl}${path}?${new URLSearchParams(options)}`, { headers: headers() }))

const post = async (path: string, options: object) => {
  const body = JSON.stringify(options)
  return read(await fetch(service.baseUrl + path, { method: 'POST', headers: headers(), body }))
}

const getJson = async (path: string) => JSON.parse((await get(path)).body.toString())

const usedHits = async (): Promise<number> => (await getJson('/v1/usage')).hits.used

const recordOf = (response: { headers: Headers }) =>
  getJson(`/v1/requests/${response.headers.get('x-service-request-id')}`)

/** The parameters of a `curl -G … -d name=value` line. */
const parametersOf = (request: string): Record<string, string> =>
  Object.fromEntries(
    [...request.matchAll(/-d (\S+?)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )

const small = { viewport_width: '120', viewport_height: '120' }

interface Expectation {
  /** Options that make the result smaller. The documented headers do not depend on them. */
  options?: Record<string, string>
  extension: string
  check(body: Buffer, documented: string): Promise<void> | void
}

const expectations: Record<Exclude<RenderOperationId, 'snapshot'>, Expectation> = {
  screenshot: {
    extension: 'png',
    async check(body) {
      expect(await decodeImage(body)).toMatchObject({ width: 1280, height: 1080 })
    },
  },
  scrape: {
    extension: 'md',
    check(body, documented) {
      expect(body.toString()).toBe(documented)
    },
  },
  screencast: {
    options: { ...small, duration: '1', fps: '5', block_annoyance: 'none' },
    extension: 'mp4',
    check(body) {
      expect(body.toString('latin1', 4, 8)).toBe('ftyp')
    },
  },
  pdf: {
    extension: 'pdf',
    async check(body) {
      await using pdf = await readPdf(body)
      expect((await pdf.size(1)).map(Math.round)).toEqual([595, 842])
    },
  },
}

/** A snapshot is shown by its guide. */
const documented = Object.values(operations).filter(({ renders, id }) => renders && id !== 'snapshot')

test.each(documented)(
  'the documented $id request returns the documented response, and by POST the same result from the cache',
  async ({ id, path }) => {
    await using receiver = await startWebhookReceiver()
    const usedBefore = await usedHits()
    const { options, extension, check } = expectations[id as keyof typeof expectations]
    const { request = '', response: example = '' } = readExample(id) ?? {}
    expect(request).toContain(`"http://127.0.0.1:3000${path}"`)
    const [documentedHead = '', ...documentedBody] = example.split('\n\n')
    const wanted = {
      ...parametersOf(request),
      ...options,
      metadata_hash: 'true',
      cache: 'true',
      cache_ttl: '600',
    }

    const miss = await get(path, wanted)
    const [status, ...lines] = documentedHead.split('\n')
    expect(status).toBe('HTTP/1.1 200 OK')
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) {
      const [name = '', ...value] = line.split(': ')
      expect(`${name}: ${miss.headers.get(name)}`).toBe(`${name}: ${value.join(': ')}`)
    }
    await check(miss.body, documentedBody.join('\n\n'))
    const hash = createHash('sha256').update(miss.body).digest('hex')
    expect(miss.headers.get('x-service-metadata-hash')).toBe(hash)
    expect([miss.headers.get('x-service-cache'), miss.headers.get('age')]).toEqual(['miss', null])

    const hit = await post(path, {
      ...wanted,
      attachment_name: 'Übersicht',
      external_id: 'order 7',
      webhook_url: receiver.url,
    })
    expect(hit.headers.get('x-service-cache')).toBe('hit')
    expect(Number(hit.headers.get('age'))).toBeLessThan(60)
    expect(hit.body.equals(miss.body)).toBe(true)
    const own =
      /^(date|age|traceparent|connection|keep-alive|x-amz.*|ratelimit-.*|x-service-(cache|request-id)|content-disposition)$/
    const shared = ({ headers }: { headers: Headers }) => [...headers].filter(([name]) => !own.test(name))
    expect(shared(hit)).toEqual(shared(miss))
    expect(hit.headers.get('content-disposition')).toBe(
      `attachment; filename="_bersicht.${extension}"; filename*=UTF-8''%C3%9Cbersicht.${extension}`,
    )
    expect(await usedHits()).toBe(usedBefore + 1)

    const record = await recordOf(miss)
    expect(record).toMatchObject({ status: 'done', operation: id, webhook: null })
    expect(record.file).toMatch(new RegExp(`^${service.baseUrl}/cache/[0-9a-f]{56}\\.${extension}$`))
    expect((await read(await fetch(record.file))).body.equals(miss.body)).toBe(true)

    // The hit has its own record and a file that is kept for two days.
    await receiver.received(1)
    const announced = JSON.parse(receiver.deliveries[0]?.body.toString() ?? '')
    expect(announced.id).toBe(hit.headers.get('x-service-request-id'))
    expect(announced.expires - announced.created).toBeGreaterThanOrEqual(48 * 3600)
    expect((await read(await fetch(announced.file))).body.equals(miss.body)).toBe(true)
    const { file, expires } = announced
    expect(file).not.toBe(record.file)
    expect(await recordOf(hit)).toMatchObject({ file, expires, external_id: 'order 7' })
  },
)

test.each([
  ['screenshot', 'avif', 'image/avif', 'ftypavif'],
  ['screenshot', 'jpg', 'image/jpeg', '\xff\xd8'],
  ['screencast', 'mov', 'video/quicktime', 'ftypqt'],
])('a %s as %s is returned with its type and extension', async (operation, format, contentType, mark) => {
  const video = operation === 'screencast' && { duration: 1, fps: 2 }
  const options = {
    url: 'http://demo.stillframe.example/',
    block_annoyance: 'none',
    ...small,
    ...video,
    cache: true,
    attachment_name: 'a',
  }
  const { headers, body } = await post(`/v1/${operation}`, { ...options, format })
  expect(headers.get('content-type')).toBe(contentType)
  expect(headers.get('content-disposition')).toContain(`filename="a.${format}"`)
  expect(body.toString('latin1', 0, 12)).toContain(mark)
  if (format !== 'jpg') return
  const jpeg = await post(`/v1/${operation}`, { ...options, format: 'jpeg' })
  expect(jpeg.headers.get('x-service-cache')).toBe('hit')
  expect(jpeg.headers.get('content-disposition')).toContain('filename="a.jpeg"')
})

const demo = 'http://demo.stillframe.example/'

const boat =
  '<!doctype html><title>Boats &amp; piers</title><link rel="icon" href="/i.png"><body style="margin:0;background:#0a0;height:900px">'

test.each([
  [
    'screenshot',
    { html: boat, format: 'png', full_page: true },
    { title: 'Boats & piers', content_type: 'image/png', width: 120, height: 900 },
  ],
  [
    'screencast',
    { url: demo, duration: 1, fps: 2 },
    { url: demo, final_url: demo, status: 200, content_type: 'video/mp4', width: 120, duration: 1 },
  ],
  ['pdf', { html: boat }, { title: 'Boats & piers', content_type: 'application/pdf', pages: 1, width: null }],
])(
  'a %s with response_type=json names its file, and is recorded as one',
  async (operation, options, facts) => {
    const common = {
      block_annoyance: 'none',
      viewport_width: 120,
      viewport_height: 120,
      response_type: 'json',
    }
    const { headers, body } = await post(`/v1/${operation}`, { ...common, ...options })
    expect(headers.get('content-type')).toBe('application/json')
    const result = RenderResult.parse(JSON.parse(body.toString()))
    expect(result).toMatchObject({ url: null, final_url: null, status: null, ...facts })
    const file = await read(await fetch(result.file))
    expect(file.headers.get('content-type')).toBe(facts.content_type)
    expect(file.body.length).toBe(result.bytes)
    const record = await getJson(`/v1/requests/${result.id}`)
    expect(record).toMatchObject({ status: 'done', file: result.file, expires: result.expires })
  },
)

test('a scrape with response_type=json says where a redirect led and what the page returned, also from the cache', async () => {
  const site = await startFixtureServer({
    '/old': (_request, response) => response.writeHead(302, { location: '/new?a=b' }).end(),
    '/new': (_request, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Gone</title><p>none'),
  })
  const url = `${site.url.replace('://', '://user:secret@')}/old`
  const options = { url, js_enabled: 'false', cache: 'true', response_type: 'json' }
  const miss = await get('/v1/scrape', options)
  const result = RenderResult.parse(JSON.parse(miss.body.toString()))
  expect(result).toMatchObject({
    url: `${site.url}/old`,
    final_url: `${site.url}/new?a=b`,
    status: 404,
    title: 'Gone',
  })
  const hit = await get('/v1/scrape', options)
  expect([miss, hit].map(({ headers }) => headers.get('x-service-cache'))).toEqual(['miss', 'hit'])
  const { id, ...rest } = JSON.parse(hit.body.toString())
  expect({ ...rest, id: result.id }).toEqual(result)
  expect(await getJson(`/v1/requests/${id}`)).toMatchObject({ file: result.file, status: 'done' })
  await site.close()
})

test('the guide to scraping shows the documented response', async () => {
  const { response = '' } = readExample('scrape') ?? {}
  const guide = await readFile(new URL('../../../docs/concepts/scraping.md', import.meta.url), 'utf8')
  expect(guide).toContain(response.trimEnd().replace(/^(?=.)/gm, '    '))
})

test('the example of the guide to PDF returns the described document', async () => {
  const guide = await readFile(new URL('../../../docs/concepts/pdf.md', import.meta.url), 'utf8')
  const [, example = ''] = /-d '(\{.*?\})'/s.exec(guide) ?? []
  await using pdf = await readPdf((await post('/v1/pdf', JSON.parse(example))).body)
  expect([pdf.pageCount, pdf.title, await pdf.outline()]).toEqual([1, 'Invoice 17', ['Invoice 17', 'Terms']])
  expect((await pdf.size(1)).map((side) => Number(side.toFixed(2)))).toEqual([595.28, 841.89])
  const words = (await pdf.text(1)).replace(/\s+/g, ' ')
  for (const part of ['Thank you.', '30 days.', 'Page 1 of 1']) expect(words).toContain(part)
})
