import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { page, type Route } from '../../support/fixture-server.ts'
import { type RenderFixture, startRenderFixture } from '../../support/render.ts'

const timeoutMs = 1_500
const graceMs = 5_000

let fixture: RenderFixture
let tls: Server

const fixtureFile = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

/** Sends a little, for ever, without an end. */
const drip =
  (head: string, piece: string): Route =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(head)
    const timer = setInterval(() => response.write(piece), 50)
    response.once('close', () => clearInterval(timer))
  }

const script = (code: string) => page(`<!doctype html><body>x<script>${code}</script>`)
const once = (code: string) => script(`addEventListener('DOMContentLoaded', () => { ${code} })`)

beforeAll(async () => {
  tls = createServer(
    { key: fixtureFile('proxy-key.pem'), cert: fixtureFile('proxy-certificate.pem') },
    (_request, response) => void response.end('x'),
  )
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
  fixture = await startRenderFixture({
    '/fine': page('<!doctype html><body style="background: rgb(0, 200, 0)">'),
    '/never': () => {},
    '/drip': drip('<!doctype html><p>x', ' y'),
    '/drip-headers': (request) => void request.socket.write('HTTP/1.1 200 OK\r\nx-slow: '),
    '/redirects': (_request, response) => void response.writeHead(302, { location: '/redirects' }).end(),
    '/to-private': (_request, response) =>
      void response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
    '/to-file': (_request, response) =>
      void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/script-to-private': script("location = 'http://169.254.169.254/latest/'"),
    '/script-to-file': script("location = 'file:///etc/passwd'"),
    '/zip': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
    '/pdf': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    '/attachment': page('<p>x', { 'content-disposition': 'attachment; filename="x.html"' }),
    '/nothing': (_request, response) => void response.writeHead(204).end(),
    '/broken': (request) => void request.socket.destroy(),
    '/not-http': (request) => void request.socket.end('hello there\r\n\r\n'),
    '/truncated': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
      response.write('<!doctype html><body style="background: rgb(0, 200, 0)">')
      setTimeout(() => response.destroy(), 100)
    },
    '/loop': script('while (true);'),
    '/late-loop': once('while (true);'),
    '/alerts': script('while (true) alert(1)'),
    '/late-alerts': once('setTimeout(() => { for (;;) confirm(1) }, 0)'),
    '/dialogs': once(
      'alert(1); confirm(2); prompt(3); print(); onbeforeunload = (event) => event.preventDefault()',
    ),
    '/reload': script('location.reload()'),
    '/refresh': page('<!doctype html><meta http-equiv=refresh content=0>x'),
    '/popups': once("for (let i = 0; i < 100; i++) open('/fine')"),
    '/frames-busy': once(
      'requestAnimationFrame(function again() { const endMs = Date.now() + 40; while (Date.now() < endMs); requestAnimationFrame(again) })',
    ),
    '/overrides': script(
      'Promise = null; document.querySelector = document.querySelectorAll = () => { throw 1 }; Array.from = null; JSON.stringify = null',
    ),
    '/deep': once(
      "let html = ''; for (let i = 0; i < 30000; i++) html += '<div>'; document.body.innerHTML = html",
    ),
    '/closes': once('window.close(); document.write("x")'),
  })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await new Promise((resolve) => tls.close(resolve))
})

/** The code of the error, or `picture`. */
const outcomeOf = async (address: string) => {
  const startedMs = Date.now()
  const outcome = await fixture.shoot(address, { timeoutMs }).then(
    () => 'picture',
    (error) => error.code ?? error,
  )
  return { outcome, durationMs: Date.now() - startedMs }
}

const assertNextSucceeds = async () => {
  const { picture } = await fixture.shoot('/fine')
  expect(picture.at(200, 150)).toEqual([0, 200, 0, 255])
}

describe("an address that gives no page is the caller's error, in time", () => {
  test.each([
    ['endless redirects', '/redirects', 'too_many_redirects'],
    ['a server that never answers', '/never', 'page_timeout'],
    ['a server that drips headers', '/drip-headers', 'page_timeout'],
    ['a server that drips the document', '/drip', 'page_timeout'],
    ['a host that does not exist', 'http://nowhere.invalid/', 'host_not_found'],
    ['a host that does not exist, by https', 'https://nowhere.invalid/', 'host_not_found'],
    ['a port that refuses', 'http://127.0.0.1:1999/', 'connection_refused'],
    ['a connection that breaks', '/broken', 'connection_failed'],
    ['an answer that is not HTTP', '/not-http', 'connection_failed'],
    ['a private address', 'http://10.0.0.1/', 'address_blocked'],
    ['a private address by https', 'https://10.0.0.1/', 'address_blocked'],
    ['a redirect to a private address', '/to-private', 'address_blocked'],
    ['a redirect to a file', '/to-file', 'address_blocked'],
    ['a script that goes to a private address', '/script-to-private', 'address_blocked'],
    ['a zip file', '/zip', 'not_a_page'],
    ['a PDF file', '/pdf', 'not_a_page'],
    ['a page offered as a file', '/attachment', 'not_a_page'],
    ['nothing at all (204)', '/nothing', 'not_a_page'],
  ])('%s', async (_name, address, expected) => {
    const { outcome, durationMs } = await outcomeOf(address)
    expect(outcome).toBe(expected)
    expect(durationMs).toBeLessThan(timeoutMs + graceMs)
  })

  test('a certificate that nobody signed', async () => {
    const { port } = tls.address() as AddressInfo
    expect(await outcomeOf(`https://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'tls_error' })
  })
})

describe('a page that misbehaves ends in time, and the next render succeeds', () => {
  test.each([
    ['a document that breaks off is shown as far as it came', '/truncated', ['picture']],
    ['an endless loop', '/loop', ['page_timeout']],
    ['an endless loop once the document is there', '/late-loop', ['page_timeout']],
    ['endless alerts', '/alerts', ['page_timeout']],
    ['endless questions', '/late-alerts', ['page_timeout', 'picture']],
    ['one dialog of each kind', '/dialogs', ['picture']],
    ['endless reloading', '/reload', ['page_timeout', 'picture']],
    ['endless refreshing', '/refresh', ['page_timeout', 'picture']],
    ['a hundred popups', '/popups', ['picture']],
    ['a page that never rests', '/frames-busy', ['picture']],
    ['a page that replaces what scripts rely on', '/overrides', ['picture']],
    ['30,000 nested elements', '/deep', ['picture', 'page_crashed', 'page_timeout']],
    ['a page that closes itself', '/closes', ['picture', 'page_crashed']],
    ['a script that goes to a file stays where it is', '/script-to-file', ['picture']],
  ])('%s', async (_name, address, expected) => {
    const { outcome, durationMs } = await outcomeOf(address)
    expect(expected).toContain(outcome)
    expect(durationMs).toBeLessThan(timeoutMs + graceMs)
    await assertNextSucceeds()
  })
})

test('a caller who goes away ends the render at once', async () => {
  const controller = new AbortController()
  const startedMs = Date.now()
  const rendered = fixture.shoot('/never', { timeoutMs: 30_000 }, controller.signal)
  setTimeout(() => controller.abort(new Error('gone')), 300)
  await expect(rendered).rejects.toThrow('gone')
  expect(Date.now() - startedMs).toBeLessThan(4_000)
  await assertNextSucceeds()
})
