import { afterAll, beforeAll, expect, test } from 'vitest'
import { metadata, type RenderFixture, startRenderFixture } from '../../support/render/render.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixture: RenderFixture
let other: FixtureServer

beforeAll(async () => {
  other = await startFixtureServer({ '*': (_request, response) => void response.end() })
  fixture = await startRenderFixture(
    {
      '/': page(`<!doctype html><title></title><script>document.title = document.cookie</script>
      <img src=/own.png><img src="http://localhost:${other.port}/foreign.png">`),
    },
    { egressAllow: '127.0.0.1,localhost' },
  )
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await other.close()
})

const headersOf = (site: FixtureServer, path: string) =>
  site.requests.find((request) => request.path === path)?.headers ?? {}

const cookies = [
  { name: 'session', value: 'abc' },
  { name: 'theme', value: 'a=b' },
  { name: 'odd', value: '{"x":1}, two words' },
  { name: 'text', value: 'é例' },
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

test('cookies with an invalid name are a 400', async () => {
  await expect(fixture.shoot('/', { cookies: [{ name: 'a\u0001', value: 'b' }] })).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining('cookies'),
  })
})
