import { page, type Route } from './fixture-server.ts'

/** Interrupts the connection after the beginning of the document. */
const truncated =
  (text: string): Route =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' }).flushHeaders()
    response.write(text)
    setTimeout(() => response.destroy(), 100)
  }

const script = (code: string) => page(`<!doctype html><body>x<script>${code}</script>`)
const once = (code: string) => script(`addEventListener('DOMContentLoaded', () => { ${code} })`)

/** Hostile pages, by path. */
export const hostileRoutes: Record<string, Route> = {
  '/fine': page('<!doctype html><body style="background: rgb(0, 200, 0)">fine'),
  '/never': () => {},
  '/drip-headers': (request) => void request.socket.write('HTTP/1.1 200 OK\r\nx-slow: '),
  '/redirects': (_request, response) => void response.writeHead(302, { location: '/redirects' }).end(),
  '/zip': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
  '/attachment': page('<p>x', { 'content-disposition': 'attachment; filename="x.html"' }),
  '/nothing': (_request, response) => void response.writeHead(204).end(),
  '/broken': (request) => void request.socket.destroy(),
  /** Lines end without CR, and one is no header. Browsers accept both. */
  '/loose-head': ({ socket }) =>
    void socket.end('HTTP/1.1 200 OK\nContent-Type: text/html\nneither name nor value\n\n<p>accepted'),
  '/not-http': (request) => void request.socket.end('hello there\r\n\r\n'),
  '/truncated': truncated('<!doctype html><body style="background: rgb(0, 200, 0)">'),
  '/head-only': truncated('<!doctype html><title>x</title>'),
  '/leads-to-head-only': script("setTimeout(() => { location = '/head-only' }, 100)"),
  '/not-gzip': page('<!doctype html>x', { 'content-encoding': 'gzip' }),
  '/loop': script('while (true);'),
  '/alerts': script('while (true) alert(1)'),
  '/late-alerts': once('setTimeout(() => { for (;;) confirm(1) }, 0)'),
  '/dialogs': once(
    "alert(1); confirm(2); prompt(3); print(); onbeforeunload = (event) => event.preventDefault(); for (let i = 0; i < 100; i++) open('/fine'); location = 'file:///etc/passwd'",
  ),
  '/reload': script('location.reload()'),
  '/refresh': page('<!doctype html><meta http-equiv=refresh content=0>x'),
  '/frames-busy': once(
    'requestAnimationFrame(function again() { const endMs = +new Date() + 40; while (new Date() < endMs); requestAnimationFrame(again) })',
  ),
  '/overrides': script(
    'Promise = null; document.querySelector = document.querySelectorAll = () => { throw 1 }; Array.from = null; JSON.stringify = null',
  ),
  '/deep': once(
    "let html = ''; for (let i = 0; i < 30000; i++) html += '<div>'; document.body.innerHTML = html",
  ),
  '/rootless': once('document.documentElement.remove()'),
  '/blocked': once('setTimeout(() => { const endMs = +new Date() + 60_000; while (new Date() < endMs); })'),
  '/closes': once('window.close(); document.write("x")'),
}

const all = ['screenshot', 'scrape', 'screencast', 'pdf', 'snapshot']

/** Name, URL, code of the error. */
export const refusedAddresses: readonly (readonly [string, string, string])[] = [
  ['endless redirects', '/redirects', 'too_many_redirects'],
  ['a server that drips headers', '/drip-headers', 'page_timeout'],
  ['a host that does not exist', 'http://nowhere.invalid/', 'host_not_found'],
  ['a port that refuses connections', 'http://127.0.0.1:1999/', 'connection_refused'],
  ['a connection that breaks', '/broken', 'connection_failed'],
  ['a connection that breaks before the body', '/head-only', 'connection_failed'],
  ['a document that is not compressed as its header says', '/not-gzip', 'connection_failed'],
  ['a response that is not HTTP', '/not-http', 'connection_failed'],
  ['a zip file', '/zip', 'not_a_page'],
  ['a page sent as an attachment', '/attachment', 'not_a_page'],
  ['a response without content (204)', '/nothing', 'not_a_page'],
]

/** Name, path, code of the error or `result`, undefined if it depends on timing and memory, and the operations that are the most likely to fail. */
export const misbehavingPages: readonly (readonly [string, string, string | undefined, readonly string[]])[] =
  [
    ['an endless loop', '/loop', 'page_timeout', all],
    ['endless alerts', '/alerts', 'page_timeout', ['screenshot']],
    ['a truncated document is rendered as far as it arrived', '/truncated', 'result', ['screenshot']],
    ['dialogs of each kind, a hundred popups and a navigation to a file', '/dialogs', 'result', all],
    ['a page whose animation frames keep the thread busy', '/frames-busy', 'result', ['screencast']],
    ['a page that replaces built-in functions', '/overrides', 'result', all],
    ['a page that closes itself', '/closes', undefined, ['snapshot']],
    ['endless reloading', '/reload', undefined, ['screenshot']],
    ['endless confirmation dialogs', '/late-alerts', undefined, ['pdf']],
    ['endless refreshing', '/refresh', undefined, ['scrape']],
    ['30,000 nested elements', '/deep', undefined, ['pdf']],
  ]
