import { afterAll, expect, test } from 'vitest'
import { metadata, startRenderFixture } from '../../support/render/render.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const other = await startFixtureServer({ '*': (_request, response) => void response.end() })
const fixture = await startRenderFixture(
  {
    '/': page(`<!doctype html><title></title><script>document.title = document.cookie</script>
      <img src=/own.png><img src="http://localhost:${other.port}/foreign.png">`),
  },
  { egressAllow: '127.0.0.1,localhost' },
)
afterAll(() => other.close())

const headersOf = (site: FixtureServer, path: string) =>
  site.requests.find((request) => request.path === path)?.headers ?? {}

const cookies = [
  { name: 'session', value: 'abc', parameter: 'cookies[0]' },
  { name: 'theme', value: 'a=b', parameter: 'cookies[1]' },
  { name: 'odd', value: '{"x":1}, two words', parameter: 'cookies[2]' },
  { name: 'text', value: 'é例', parameter: 'cookies[3]' },
]
const sent = 'session=abc; theme=a=b; odd={"x":1}, two words; text=é例'

test('cookies, headers and authorization are sent to the target only, accept-language to every host', async () => {
  const shot = await fixture.shoot('/', {
    cookies,
    headers: [
      { name: 'X-Probe', value: 'yes' },
      { name: 'Accept-Language', value: 'nl,en;q=0.5' },
    ],
    authorization: 'Basic dXNlcjpwYXNz',
    waitUntil: ['load'],
    metadata: metadata('title'),
  })
  for (const path of ['/', '/own.png']) {
    const { cookie, ...headers } = headersOf(fixture.site, path)
    expect(Buffer.from(String(cookie), 'latin1').toString()).toBe(sent)
    expect(headers).toMatchObject({
      'x-probe': 'yes',
      authorization: 'Basic dXNlcjpwYXNz',
      'accept-language': expect.stringMatching(/^nl,en;q=0\./),
    })
  }
  const foreign = headersOf(other, '/foreign.png')
  expect(foreign['accept-language']).toMatch(/^nl,en;q=0\./)
  for (const name of ['cookie', 'x-probe', 'authorization']) expect(foreign).not.toHaveProperty(name)
  // The page reads its cookies.
  expect(decodeURIComponent(shot.metadata['Title'] ?? '')).toBe(sent)

  fixture.site.requests.length = 0
  await fixture.shoot('/')
  expect(headersOf(fixture.site, '/')).toMatchObject({ host: expect.any(String) })
  expect(headersOf(fixture.site, '/')).not.toHaveProperty('cookie')
})

test('a cookie that the browser refuses is a 400 that names it', async () => {
  const pairs = [
    { name: 'a', value: '1', parameter: 'cookies[0]' },
    { name: '__Host-b', value: '2', parameter: 'cookies[1]' },
  ]
  await expect(fixture.shoot('/', { cookies: pairs })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringMatching(/^`cookies\[1\]` \(`__Host-b`\) is a cookie .* https\.$/),
  })
})
