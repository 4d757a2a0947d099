import { brotliCompressSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ScrapePlan } from '../../../lib/core/plan/render-plan.ts'
import { metadata } from '../../support/render/render.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

const timeoutMs = 5_000
/** For servers that never finish. */
const shortTimeoutMs = 500
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
const meta = (charset: string, body: number[]) =>
  Buffer.concat([Buffer.from(`<!doctype html><meta charset="${charset}"><p>`), Buffer.from(body)])

/** Documents that state no encoding. */
const undeclared = {
  'windows-1251': [
    'PCFkb2N0eXBlIGh0bWw+PHRpdGxlPs/u8PI8L3RpdGxlPjxwPszg/+og8fLu6PIg7eAg8erg6+UsIOgg5ePuIPHi5fIg4ujk5e0g5+Ag5OLg5Pbg8vwg7Ojr/C4g0Pvh4OroIOft4P7yIOXj7iDw6PLsLg==',
    'Маяк стоит на скале',
  ],
  shift_jis: [
    'PCFkb2N0eXBlIGh0bWw+PHRpdGxlPo1gPC90aXRsZT48cD6TlJHkgs2K4oLMj+OCyZengr+BQYK7gsyM9YLNk/GPXIpDl6KQ5oKpgueC4IypgqaC3IK3gUKLmY50gs2Cu4LMg4qDWYOAgvCSbYLBgsSCooLcgreBQg==',
    '灯台は岩の上に立ち',
  ],
} as const

let iconStatus = 200

const fixture = await startScrapeFixture({
  '/favicon.ico': (_request, response) => void response.writeHead(iconStatus).end('icon'),
  '/busy': page(busy, { link: '</f.css>; rel=preload; as=style', refresh: '0; /page' }),
  '/page': page(source, { 'x-text': 'yes', 'set-cookie': 'a=1' }),
  '/header': bytes(Buffer.from([0x80, 0xfc]), html('windows-1252')),
  '/shift-jis': bytes(meta('Shift_JIS', [0x93, 0xfa, 0x96, 0x7b]), html('')),
  '/gb18030': bytes(meta('gb2312', [0xc4, 0xe3, 0x81, 0x30, 0x81, 0x30]), html('')),
  ...Object.fromEntries(
    Object.entries(undeclared).map(([name, [body]]) => [
      `/undeclared/${name}`,
      bytes(Buffer.from(body, 'base64'), html('')),
    ]),
  ),
  '/bom': bytes(Buffer.from('\ufeff<p>ü'), html('windows-1252')),
  '/zstd': compressed('zstd', zstdCompressSync(source)),
  '/bomb': compressed('br', brotliCompressSync(Buffer.alloc(60_000_000, 'x'))),
  '/not-gzip': compressed('gzip', Buffer.from('no')),
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
  '/redirects': (_request, response) => void response.writeHead(302, { location: '/redirects' }).end(),
  '/to-private': (_request, response) => void response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
  '/to-file': (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/needs-cookie': (request, response) => {
    if (/seen=1/.test(request.headers.cookie ?? ''))
      return page(source)(request, response, new URL('http://x'))
    response.writeHead(302, { location: '/needs-cookie', 'set-cookie': 'seen=1; Path=/; HttpOnly' }).end()
  },
  '/gone': (_request, response) => void response.writeHead(410, html('utf-8')).end('gone'),
  '/never': () => {},
  '/drip': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write(' y'), 50)
    response.once('close', () => clearInterval(timer))
  },
  '/broken': (request) => void request.socket.destroy(),
  '/truncated': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
    response.write('<p>part')
    setTimeout(() => response.destroy(), 100)
  },
  '/zip': bytes(Buffer.from('PK'), { 'content-type': 'application/zip' }),
  '/image': bytes(Buffer.from('GIF89a'), { 'content-type': 'image/gif' }),
  '/attachment': page('<p>x', { 'content-disposition': 'attachment; filename="x.html"' }),
  '/nothing': (_request, response) => void response.writeHead(204).end(),
  '/echo': (request, response) =>
    void response.writeHead(200, html('utf-8')).end(JSON.stringify(request.headers)),
})

const fetched = (path: string, overrides: Partial<ScrapePlan> = {}) =>
  fixture.scrape(path, { scriptsDisabled: true, timeoutMs, ...overrides })

/** Returns the code of the error, or `page`. */
const outcomeOf = (url: string, overrides?: Partial<ScrapePlan>) =>
  fetched(url, overrides).then(
    () => 'page',
    (error) => error.code ?? error,
  )

test('the HTML is what the server sent', async () => {
  expect((await fetched('/page')).text).toBe(source)
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

test.each([
  ['its header', '/header', '€ü'],
  ['its meta, Shift_JIS', '/shift-jis', '日本'],
  ['its meta, GB18030', '/gb18030', '你\u0080'],
  ['its byte order mark before its header', '/bom', '<p>ü'],
])('a document is decoded by %s', async (_name, path, expected) => {
  expect((await fetched(path)).body.toString('utf8')).toContain(expected)
})

test.each(Object.entries(undeclared))(
  'a document that states no encoding is decoded as the browser shows it, as it was sent: %s',
  async (name, [body, text]) => {
    const { text: sent, metadata: facts } = await fetched(`/undeclared/${name}`, {
      metadata: metadata('title'),
    })
    expect(sent).toContain(text)
    expect(sent).toBe(new TextDecoder(name).decode(Buffer.from(body, 'base64')))
    expect(decodeURIComponent(facts['Title'] ?? '')).toMatch(/^(?:Порт|港)$/)
  },
)

describe('a document is decompressed:', () => {
  test('/zstd', async () => {
    expect((await fetched('/zstd')).text).toBe(source)
  })

  test.each([
    ['/bomb', 'result_too_large'],
    ['/endless', 'result_too_large'],
    ['/not-gzip', 'connection_failed'],
    ['/unknown-encoding', 'page'],
  ])('%s ends in %s', async (path, expected) => {
    expect(await outcomeOf(path, { timeoutMs: 10_000 })).toBe(expected)
  })
})

describe('a URL that returns no page is rejected:', () => {
  test.each([
    ['endless redirects', '/redirects', 'too_many_redirects'],
    ['a redirect to a private address', '/to-private', 'address_blocked'],
    ['a redirect to a file', '/to-file', 'address_blocked'],
    ['a server that never responds', '/never', 'page_timeout'],
    ['a server that drips the document', '/drip', 'page_timeout'],
    ['a connection that is reset', '/broken', 'connection_failed'],
    ['a zip file', '/zip', 'not_a_page'],
    ['an image', '/image', 'not_a_page'],
    ['a page sent as an attachment', '/attachment', 'not_a_page'],
    ['a response without content', '/nothing', 'not_a_page'],
  ])('%s', async (_name, address, expected) => {
    const limitMs = expected === 'page_timeout' ? shortTimeoutMs : timeoutMs
    expect(await outcomeOf(address, { timeoutMs: limitMs })).toBe(expected)
  })
})

test('redirects are followed with the cookies that they set', async () => {
  expect((await fetched('/moved')).text).toBe(source)
  expect((await fetched('/needs-cookie')).text).toBe(source)
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

test('an icon that the document does not declare is returned if the site has it', async () => {
  const iconOf = async (path: string) =>
    (await fetched(path, { metadata: metadata('icon') })).metadata['Icon']
  expect(await iconOf('/gone')).toBe(`${fixture.site.url}/favicon.ico`)
  iconStatus = 404
  expect(await iconOf('/gone')).toBeUndefined()
})

const secrets: Partial<ScrapePlan> = {
  authorization: 'Basic c2VjcmV0',
  cookies: [
    { name: 'session', value: 'secret', parameter: 'cookies[0]' },
    { name: 'odd', value: '{"x":1}, é例', parameter: 'cookies[1]' },
  ],
  headers: [
    { name: 'X-Token', value: 'secret' },
    { name: 'Accept-Language', value: 'fr-CH' },
  ],
}

test('the target receives the headers of the caller', async () => {
  const seen = JSON.parse((await fetched('/echo', secrets)).text)
  expect(seen).toMatchObject({
    authorization: 'Basic c2VjcmV0',
    cookie: `session=secret; odd=${Buffer.from('{"x":1}, é例').toString('latin1')}`,
    'x-token': 'secret',
    'accept-language': 'fr-CH',
  })
})
