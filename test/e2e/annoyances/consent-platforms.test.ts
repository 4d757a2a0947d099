import { expect, test } from 'vitest'
import { startRenderFixture } from '../../support/render/render.ts'
import type { Route } from '../../support/sites/fixture-server.ts'

const html =
  (body: (port: string) => string): Route =>
  ({ headers }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>News</title><body>${body(headers.host?.split(':')[1] ?? '')}`)
  }

/** The whole network is one server. A script that arrives makes its page red. */
const fixture = await startRenderFixture(
  {
    '/loads': html(
      (port) => `<script src="http://cdn.cookielaw.org:${port}/sdk.js"></script>
        <iframe src="http://cdn.cookielaw.org:${port}/red" style="position:fixed;inset:0;top:150px"></iframe>`,
    ),
    '/red': html(() => '<style>body { background: red }</style>'),
    '/redirects': ({ headers }, response) => {
      const port = headers.host?.split(':')[1]
      response.writeHead(302, { location: `http://www.cookielaw.org:${port}/red` }).end()
    },
    '/leaves': html(
      (port) => `<script>location.href = 'http://www.cookielaw.org:${port}/red'</script><p>Text</p>`,
    ),
    '/sdk.js': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end("document.body.style.background = 'red'")
    },
  },
  { resolve: async () => ['127.0.0.1'] },
)

const red = [255, 0, 0, 255]

const shoot = async (host: string, path: string) => {
  const { image, report } = await fixture.shoot(`http://${host}:${fixture.site.port}${path}`, {
    block: { annoyances: ['cookies_banner'], resourceTypes: [], urlPatterns: [] },
  })
  return {
    isRed: [100, 200].some((y) => image.at(200, y).join() === red.join()),
    blocked: report.requests.blocked,
  }
}

test.each([
  ['a script and a frame of a consent platform are refused', 'www.news.test', '/loads', false, 2],
  ['the page of the platform loads its own scripts', 'www.cookielaw.org', '/loads', true, 0],
  ['a redirect leads to the platform', 'www.news.test', '/redirects', true, 0],
  ['a page leaves for the platform', 'www.news.test', '/leaves', true, 0],
])('%s', async (_name, host, path, isRed, blocked) => {
  expect(await shoot(host, path)).toEqual({ isRed, blocked })
})
