import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { localEgress } from '../../support/render/browser-fixture.ts'
import { startScrapeFixture } from '../../support/render/scrape.ts'
import { sharedBrowser } from '../../support/render/shared-browser.ts'

const body = '<!doctype html><p>body'
const type = 'Content-Type: text/html'
const length = `Content-Length: ${body.length}`
const chunked = 'Transfer-Encoding: chunked'

const response = (head: readonly string[], sent: string | Buffer = body, end = '\r\n') =>
  Buffer.concat([Buffer.from([...head, '', ''].join(end), 'latin1'), Buffer.from(sent as string, 'latin1')])

const ok = (headers: readonly string[], sent?: string | Buffer, end?: string) =>
  response(['HTTP/1.1 200 OK', type, ...headers], sent, end)

const status = (line: string) => response([line, type, length])

const moved = (...headers: string[]) => response(['HTTP/1.1 302 Found', type, length, ...headers])

const encoded = (encoding: string, sent?: string | Buffer) => ok([`Content-Encoding: ${encoding}`], sent)

const chunks = (end = '\r\n', afterSize = '') =>
  `${body.length.toString(16)}${afterSize}${end}${body}${end}0${afterSize}${end}${end}`

const gzip = gzipSync(body)

/** Responses that Chromium shows. */
const shown: Record<string, Buffer> = {
  plain: ok([length]),
  'folded header': ok(['X-A: a', ' folded', '\tagain', length]),
  'folded type': response(['HTTP/1.1 200 OK', 'Content-Type:', ' text/html', length]),
  'space before a colon': response(['HTTP/1.1 200 OK', 'Content-Type : text/html', length]),
  'space in a name': ok(['X A: b', length]),
  'no colon': ok(['garbage', length]),
  'empty name': ok([': x', length]),
  'control character': ok(['X-A: a\x01b\x7f', length]),
  'control character in a name': ok(['X\x01A: b', length]),
  'name in UTF-8': ok(['X-\xc3\x9c: b', length]),
  'value in UTF-8': ok(['X-A: \xc3\x9c', length]),
  'bare carriage return': ok(['X-A: a\rX-B: b', length]),
  'line feeds': ok([length], body, '\n'),
  'mixed line ends': Buffer.from(`HTTP/1.1 200 OK\n${type}\r\n${length}\n\r\n${body}`),
  'HTTP/2': status('HTTP/2 200'),
  'HTTP/1.2': status('HTTP/1.2 200 OK'),
  'lower case': status('http/1.1 200 OK'),
  'no reason': status('HTTP/1.1 200'),
  'no status': status('HTTP/1.1'),
  'status that is no number': status('HTTP/1.1 2x0 OK'),
  'status of two digits': status('HTTP/1.1 99 Odd'),
  'status 999': status('HTTP/1.1 999 Odd'),
  'spaces in the status line': status('HTTP/1.1   200   OK'),
  'empty lines before': Buffer.concat([Buffer.from('\r\n\r\n'), ok([length])]),
  'bytes before': Buffer.concat([Buffer.from('xx'), ok([length])]),
  'early hints': Buffer.concat([
    Buffer.from('HTTP/1.1 103 Early\nLink: </x>; rel=preload\n\n'),
    ok([length]),
  ]),
  'length twice': ok([length, length]),
  'list of lengths': ok([`${length}, ${body.length}`]),
  'empty length': ok(['Content-Length:']),
  'length that is text': ok(['Content-Length: abc']),
  'negative length': ok(['Content-Length: -5']),
  'length with a plus': ok([`Content-Length: +${body.length}`]),
  'huge length': ok(['Content-Length: 99999999999999999999']),
  'length and text': ok([`${length} x`]),
  'length and chunks': ok(['Content-Length: 3', chunked], chunks()),
  'chunked twice': ok([chunked, chunked], chunks()),
  'identity as transfer encoding': ok(['Transfer-Encoding: identity', length]),
  'unknown transfer encoding': ok(['Transfer-Encoding: foo', length]),
  'space after a chunk size': ok([chunked], chunks('\r\n', ' ')),
  'line feeds of chunks': ok([chunked], chunks('\n')),
  'extension of chunks': ok([chunked], chunks('\r\n', ';a=b')),
  'encoding none': encoded('none'),
  'encoding UTF-8': encoded('UTF-8'),
  'encoding chunked': encoded('chunked'),
  'empty encoding': encoded(''),
  'gzip and other bytes': encoded('gzip', Buffer.concat([gzip, Buffer.from('garbage')])),
  'gzip and zeros': encoded('gzip', Buffer.concat([gzip, Buffer.alloc(9)])),
  'gzip with a wrong checksum': encoded('gzip', Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8)])),
  'gzip without its end': encoded('gzip', gzip.subarray(0, -6)),
  'gzip twice': ok(['Content-Encoding: gzip', 'Content-Encoding: gzip'], gzipSync(gzip)),
  'gzip three times': encoded('gzip, gzip, gzip', gzipSync(gzipSync(gzip))),
  'deflate and other bytes': encoded('deflate', Buffer.concat([deflateSync(body), Buffer.from('xx')])),
  'brotli and other bytes': encoded('br', Buffer.concat([brotliCompressSync(body), Buffer.from('xx')])),
  'two frames of zstd': encoded('zstd', Buffer.concat([zstdCompressSync(body), zstdCompressSync(' second')])),
  'empty location': moved('Location:'),
  'location of spaces': moved('Location:   '),
  'no location': moved(),
  'same location twice': moved('Location: /plain', 'Location: /plain'),
  'location between spaces': moved('Location:   /plain  '),
  'type without a slash': response(['HTTP/1.1 200 OK', 'Content-Type: foo', length]),
  'any type': response(['HTTP/1.1 200 OK', 'Content-Type: */*', length]),
  'no type': response(['HTTP/1.1 200 OK', length]),
}

/** Responses that Chromium refuses, because two readers could understand them differently. */
const refused: Record<string, Buffer> = {
  'different lengths': ok([length, 'Content-Length: 3']),
  'list of different lengths': ok([`${length}, 3`]),
  'different locations': moved('Location: /plain', 'Location: /none'),
  'location that is no URL': moved('Location: http://['),
  'no chunks': ok([chunked], `zz\r\n${body}`),
  'no gzip': encoded('gzip'),
}

const pathOf = (name: string) => `/${encodeURIComponent(name).replaceAll('%', '_')}`
const byPath = new Map(Object.entries({ ...shown, ...refused }).map(([name, sent]) => [pathOf(name), sent]))

const frames = [...byPath.keys()].map((path) => `<iframe src="${path}"></iframe>`).join('')
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (request) => {
    const path = / (\S*)/.exec(request.toString())?.[1] ?? ''
    socket.end(byPath.get(path) ?? ok([], path === '/' ? frames : 'none'))
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const fixture = await startScrapeFixture()

afterAll(() => new Promise((resolve) => server.close(resolve)))

const fetched = (name: string) =>
  fixture.scrape(base + pathOf(name), { scriptsDisabled: true, timeoutMs: 5_000 }).then(
    ({ text }) => text,
    ({ code }) => code as string,
  )

/** Returns the text of each response in the browser, by path. */
const browse = () =>
  sharedBrowser.withPage(
    {
      egress: localEgress,
      signal: AbortSignal.timeout(20_000),
      gpuRendering: false,
      report: createRenderReport(),
    },
    async ({ page }) => {
      await page.goto(base)
      const texts = page
        .frames()
        .slice(1)
        .map(async (frame) => [frame.url(), await frame.evaluate('document.body?.textContent ?? ""')])
      return new Map((await Promise.all(texts)) as [string, string][])
    },
  )

test('what the browser shows of a malformed response is returned as sent, and what it refuses is refused', async () => {
  const inBrowser = await browse()
  for (const name of Object.keys(shown)) {
    const text = name === 'two frames of zstd' ? 'body second' : 'body'
    const path = /location/.test(name) && !/empty|no |of spaces/.test(name) ? '/plain' : pathOf(name)
    expect.soft([name, inBrowser.get(base + path)]).toEqual([name, text])
    expect.soft([name, await fetched(name)]).toEqual([name, `<!doctype html><p>${text}`])
  }
  for (const name of Object.keys(refused)) {
    expect.soft([name, inBrowser.get(base + pathOf(name))]).not.toEqual([name, 'body'])
    expect.soft([name, await fetched(name)]).toEqual([name, 'connection_failed'])
  }
})
