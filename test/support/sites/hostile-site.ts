import { page, type Route } from './fixture-server.ts'

/** Sends a few bytes at a time, indefinitely. */
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

/** Hostile pages, by path. */
export const hostileRoutes: Record<string, Route> = {
  '/fine': page('<!doctype html><body style="background: rgb(0, 200, 0)">fine'),
  '/never': () => {},
  '/drip': drip('<!doctype html><p>x', ' y'),
  '/drip-headers': (request) => void request.socket.write('HTTP/1.1 200 OK\r\nx-slow: '),
  '/redirects': (_request, response) => void response.writeHead(302, { location: '/redirects' }).end(),
  '/to-private': (_request, response) => void response.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
  '/to-file': (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
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
  '/rootless': once('document.documentElement.remove()'),
  '/blocked': once('setTimeout(() => { const endMs = Date.now() + 4_000; while (Date.now() < endMs); })'),
  '/closes': once('window.close(); document.write("x")'),
}

/** Name, URL, code of the error. */
export const refusedAddresses: readonly (readonly [string, string, string])[] = [
  ['endless redirects', '/redirects', 'too_many_redirects'],
  ['a server that never responds', '/never', 'page_timeout'],
  ['a server that drips headers', '/drip-headers', 'page_timeout'],
  ['a server that drips the document', '/drip', 'page_timeout'],
  ['a host that does not exist', 'http://nowhere.invalid/', 'host_not_found'],
  ['a host that does not exist, over HTTPS', 'https://nowhere.invalid/', 'host_not_found'],
  ['a port that refuses connections', 'http://127.0.0.1:1999/', 'connection_refused'],
  ['a connection that breaks', '/broken', 'connection_failed'],
  ['a response that is not HTTP', '/not-http', 'connection_failed'],
  ['a private address', 'http://10.0.0.1/', 'address_blocked'],
  ['a private address over HTTPS', 'https://10.0.0.1/', 'address_blocked'],
  ['a redirect to a private address', '/to-private', 'address_blocked'],
  ['a redirect to a file', '/to-file', 'address_blocked'],
  ['a script that navigates to a private address', '/script-to-private', 'address_blocked'],
  ['a zip file', '/zip', 'not_a_page'],
  ['a PDF file', '/pdf', 'not_a_page'],
  ['a page sent as an attachment', '/attachment', 'not_a_page'],
  ['a response without content (204)', '/nothing', 'not_a_page'],
]

/** Name, path, code of the error or `result`. */
export const misbehavingPages: readonly (readonly [string, string, string])[] = [
  ['an endless loop', '/loop', 'page_timeout'],
  ['a truncated document is rendered as far as it arrived', '/truncated', 'result'],
  ['an endless loop after DOMContentLoaded', '/late-loop', 'page_timeout'],
  ['endless alerts', '/alerts', 'page_timeout'],
  ['one dialog of each kind', '/dialogs', 'result'],
  ['a hundred popups', '/popups', 'result'],
  ['a page whose animation frames keep the thread busy', '/frames-busy', 'result'],
  ['a page that replaces built-in functions', '/overrides', 'result'],
  ['a script that navigates to a file is ignored', '/script-to-file', 'result'],
]

/** Name and path of pages that can be rendered or not, depending on timing and memory. */
export const unpredictablePages: readonly (readonly [string, string])[] = [
  ['a page that closes itself', '/closes'],
  ['endless reloading', '/reload'],
  ['endless confirmation dialogs', '/late-alerts'],
  ['endless refreshing', '/refresh'],
  ['30,000 nested elements', '/deep'],
]
