import { afterAll, expect, test } from 'vitest'
import { readFixture } from '../../support/read-cases.ts'
import { startAnnoyanceFixture } from '../../support/render/annoyance-fixture.ts'
import type { BlockOptions } from '../../support/render/block-plan.ts'
import { type SiteHandler, send } from '../../support/sites/named-sites.ts'

const home = 'http://www.shop.test/'

const html = readFixture('interception/headers.html')

const redirects: Record<string, string> = {
  '/leave-site': 'http://third.test/after-leaving',
  '/leave-origin': 'http://cdn.shop.test/after-leaving',
  '/come-back': 'http://www.shop.test/back',
  '/moved': 'http://third.test/landed',
  '/api-moved': '/api-landed',
  '/api-leaves': 'http://third.test/api-left',
}

const bodies: Record<string, [type: string, body: string]> = {
  '/': ['text/html', html],
  '/frame': ['text/html', '<img src="/in-third-frame"><img src="http://www.shop.test/own-in-third-frame">'],
  '/own-frame': ['text/html', '<img src="/in-own-frame">'],
  '/worker': [
    'text/javascript',
    `Promise.allSettled([
      fetch('/in-worker'),
      fetch('http://third.test/in-worker'),
      fetch('/api-in-worker', { headers: { authorization: 'Bearer own' } }),
    ]).then(() => postMessage('ended'))`,
  ],
  '/shared-worker': [
    'text/javascript',
    `const fetched = Promise.allSettled([fetch('/in-shared-worker'), fetch('http://third.test/in-shared-worker')])
    onconnect = ({ ports: [port] }) => fetched.then(() => port.postMessage('ended'))`,
  ],
  '/landed': ['text/html', '<img src="/more">'],
}

const site: SiteHandler = (url, response) => {
  const location = redirects[url.pathname]
  if (location) return response.writeHead(302, { location }).end()
  const [type, body] = bodies[url.pathname] ?? ['text/plain', '']
  return send(response, type, body)
}

const fixture = await startAnnoyanceFixture(site)
afterAll(() => fixture[Symbol.asyncDispose]())

/** What the server of an origin should see: a header that the page's own scripts set stays. */
const authorizationFor = (url: string, added: string) => {
  if (!url.startsWith(home)) return undefined
  return url.startsWith('/api-', home.length - 1) || url === `${home}own-api` ? 'Bearer own' : added
}

/** One line a URL: the names of the secrets that its server saw. */
const visit = (options: BlockOptions, url = home) =>
  fixture.render(url, options, async ({ page }) => {
    await page.goto(url, { waitUntil: ['load', 'networkidle2'] })
    await page.evaluate('Promise.all([window.ready, window.workersEnded])')
    return fixture.sites.requests.filter((request) => !request.url.endsWith('/favicon.ico'))
  })

const isShop = (url: string) => /^http:\/\/(\w+\.)?shop\.test[:/]/.test(url)

test('headers are sent to the target site, authorization to its origin unless a script sets it, accept-language everywhere, for every initiator and redirect', async () => {
  const requests = await visit({
    headers: [
      { name: 'X-Token', value: 'secret' },
      { name: 'Accept-Language', value: 'fr-CH' },
    ],
    authorization: 'Basic c2VjcmV0',
  })
  const paths = requests.map(({ url }) => new URL(url).pathname)
  for (const path of [
    '/in-third-frame',
    '/own-in-third-frame',
    '/in-worker',
    '/in-shared-worker',
    '/after-leaving',
    '/back',
    '/own-api',
    '/api-landed',
    '/api-in-worker',
  ])
    expect(paths).toContain(path)
  expect(requests.length).toBeGreaterThan(15)
  for (const { url, headers } of requests)
    expect([url, headers['x-token'], headers.authorization, headers['accept-language']]).toEqual([
      url,
      isShop(url) ? 'secret' : undefined,
      authorizationFor(url, 'Basic c2VjcmV0'),
      'fr-CH',
    ])
})

test('credentials of the URL are sent to the target origin only, and the other headers of a request are unchanged', async () => {
  const plain = await visit({})
  const added = await visit({ credentials: { username: 'ann', password: 'p:ß' } })
  const expected = `Basic ${Buffer.from('ann:p:ß').toString('base64')}`
  for (const { url, headers } of added)
    expect([url, headers.authorization]).toEqual([url, authorizationFor(url, expected)])
  const names = (requests: typeof plain, path: string) =>
    Object.keys(requests.find(({ url }) => url === new URL(path, home).href)?.headers ?? {}).sort()
  for (const path of ['/', '/own', '/own-fetch'])
    expect(names(added, path).filter((name) => name !== 'authorization')).toEqual(names(plain, path))
})

test('a page that redirects to another site sends nothing there', async () => {
  const options = { authorization: 'Basic c2VjcmV0', headers: [{ name: 'x-token', value: 'secret' }] }
  const requests = await visit(options, 'http://www.shop.test/moved')
  expect(requests.map(({ url, headers }) => [url, headers.authorization, headers['x-token']])).toEqual([
    ['http://www.shop.test/moved', 'Basic c2VjcmV0', 'secret'],
    ['http://third.test/landed', undefined, undefined],
    ['http://third.test/more', undefined, undefined],
  ])
})

test.each(['host', 'proxy-authorization'])(
  'an impossible header (%s) is an error, not a timeout',
  async (name) => {
    const failure = visit({ headers: [{ name, value: 'x' }] }).catch((error: Error) => error)
    expect(await failure).toBeInstanceOf(Error)
  },
)
