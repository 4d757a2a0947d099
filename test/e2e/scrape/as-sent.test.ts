import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ScrapePlan } from '../../../lib/core/plan/render-plan.ts'
import { metadata } from '../../support/render/render.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

const timeoutMs = 5_000
const source =
  '<!doctype html><title>Größe</title><p id=p>as sent</p><script>p.textContent = "changed"</script>'

const busy = `<!doctype html><link rel=preload as=style href=a.css><link rel=stylesheet href=a.css>
  <meta http-equiv=refresh content="0; /page"><body background=b.png><img src=c.png><iframe src=/page></iframe>
  <object data=/page></object><video src=d.mp4 poster=e.png></video>`

const bytes =
  (body: Buffer, headers: Record<string, string> = {}): Route =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body)

const compressed = (encoding: string, body: Buffer) =>
  bytes(body, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': encoding })

const html = (charset: string) => ({ 'content-type': `text/html${charset && `; charset=${charset}`}` })

/** A document in windows-1251 that states no encoding. */
const undeclared = Buffer.from(
  'PCFkb2N0eXBlIGh0bWw+PHRpdGxlPs/u8PI8L3RpdGxlPjxwPszg/+og8fLu6PIg7eAg8erg6+UsIOgg5ePuIPHi5fIg4ujk5e0g5+Ag5OLg5Pbg8vwg7Ojr/C4g0Pvh4OroIOft4P7yIOXj7iDw6PLsLg==',
  'base64',
)

/** Sends a response whose head Node would not write. */
const raw =
  (...head: string[]): Route =>
  ({ socket }) =>
    void socket.end([...head, '', 'text'].join('\r\n'))

const fixture = await startScrapeFixture({
  '/favicon.ico': (_request, response) => void response.end('icon'),
  '/busy': page(busy, { link: '</f.css>; rel=preload; as=style', refresh: '0; /page' }),
  '/page': page(source, { 'x-text': 'yes', 'set-cookie': 'a=1' }),
  '/header': bytes(Buffer.from([0x80, 0xfc]), html('windows-1252')),
  '/undeclared': bytes(undeclared, html('')),
  '/status-999': raw('HTTP/1.1 999 Odd', 'Content-Type: text/html'),
  '/any-type': raw('HTTP/1.1 200 OK', 'Content-Type: */*'),
  '/no-type': raw('HTTP/1.1 200 OK'),
  '/bomb': compressed('br', brotliCompressSync(Buffer.alloc(60_000_000, 'x'))),
  '/unknown-encoding': compressed('exi', Buffer.from('no')),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const write = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    }
    response.on('drain', write)
    write()
  },
  '/moved': (_request, response) => void response.writeHead(302, { location: '/page' }).end(),
  '/gone': (_request, response) => void response.writeHead(410, html('utf-8')).end('gone'),
  '/truncated': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
    response.write('<p>part')
    setTimeout(() => response.destroy(), 100)
  },
})

const fetched = (path: string, overrides: Partial<ScrapePlan> = {}) =>
  fixture.scrape(path, { scriptsDisabled: true, timeoutMs, ...overrides })

/** Returns the code of the error, or `page`. */
const outcomeOf = (url: string, overrides?: Partial<ScrapePlan>) =>
  fetched(url, overrides).then(
    () => 'page',
    (error) => error.code ?? error,
  )

test('the HTML is what the server sent, at the end of redirects', async () => {
  expect((await fetched('/moved')).text).toBe(source)
})

test('the document loads nothing, leads nowhere and waits for nothing', async () => {
  const before = fixture.site.requests.length
  const { text, report } = await fetched('/busy', {
    delayMs: 60_000,
    styles: 'p { color: red }',
    metadata: metadata('report'),
  })
  expect(text).toBe(busy)
  expect(fixture.site.requests.slice(before).map(({ path }) => path)).toEqual(['/busy'])
  expect(report.requests).toEqual({ made: 1, blocked: 0, failed: 0 })
})

test('other results are rendered with the scripts of the page disabled', async () => {
  expect((await fetched('/page', { format: 'md' })).text).toBe('as sent\n')
  expect((await fetched('/page', { includeSelectors: ['p'] })).text).toContain('<p id="p">as sent</p>')
})

test('a document is decoded by its header, and one that states no encoding as the browser shows it', async () => {
  expect((await fetched('/header')).text).toBe('€ü')
  const { text, metadata: facts } = await fetched('/undeclared', { metadata: metadata('title') })
  expect(text).toBe(new TextDecoder('windows-1251').decode(undeclared))
  expect(decodeURIComponent(facts['Title'] ?? '')).toBe('Порт')
})

test.each(['/status-999', '/any-type', '/no-type'])(
  'a response that only a browser accepts is returned as sent: %s',
  async (path) => {
    expect((await fetched(path)).text).toBe('text')
  },
)

test.each([
  ['/bomb', 'result_too_large'],
  ['/endless', 'result_too_large'],
  ['/unknown-encoding', 'page'],
])('%s ends in %s', async (path, expected) => {
  expect(await outcomeOf(path, { timeoutMs: 10_000 })).toBe(expected)
})

test('a truncated document is returned as far as it arrived', async () => {
  expect((await fetched('/truncated')).text).toBe('<p>part')
})

test('an error status is accepted unless `fail_on_status` lists it', async () => {
  expect((await fetched('/gone', { metadata: metadata('status') })).metadata['Status']).toBe('410')
  const failing = fetched('/gone', { failOnStatus: [{ from: 400, to: 499 }] })
  await expect(failing).rejects.toMatchObject({ code: 'page_status' })
})

test('metadata equals that of the rendered page', async () => {
  const options = { metadata: metadata('title', 'icon', 'status', 'headers', 'hash') }
  const sent = await fetched('/page', options)
  const { metadata: shown } = await fixture.scrape('/page', options)
  const stable = ({ Hash: _, Headers, ...rest }: Record<string, string>) => ({
    ...rest,
    headers: { ...JSON.parse(Headers ?? ''), date: '' },
  })
  expect(stable(sent.metadata)).toEqual(stable(shown))
  expect(sent.metadata['Title']).toBe('Gr%C3%B6%C3%9Fe')
  expect(sent.metadata['Headers']).not.toContain('set-cookie')
})
