import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
beforeEach(() => {
  fixture.site.requests.length = 0
  other.requests.length = 0
})

const headersOf = (site: FixtureServer, path: string) =>
  site.requests.find((request) => request.path === path)?.headers ?? {}

describe('cookies', () => {
  const cookies = [
    { name: 'session', value: 'abc' },
    { name: 'theme', value: 'a=b' },
    { name: 'odd', value: '{"x":1}, two words' },
    { name: 'text', value: 'é例' },
  ]
  const sent = 'session=abc; theme=a=b; odd={"x":1}, two words; text=é例'
  const received = (path: string) =>
    Buffer.from(String(headersOf(fixture.site, path)['cookie']), 'latin1').toString()

  test('are sent to the target and visible to its page', async () => {
    const shot = await fixture.shoot('/', { cookies, metadata: metadata('title') })
    expect(received('/')).toBe(sent)
    expect(received('/own.png')).toBe(sent)
    expect(decodeURIComponent(shot.metadata['Title'] ?? '')).toBe(sent)
  })

  test('are sent to no other host', async () => {
    await fixture.shoot('/', { cookies, waitUntil: ['load'] })
    expect(headersOf(other, '/foreign.png')).toMatchObject({ host: expect.any(String) })
    expect(headersOf(other, '/foreign.png')).not.toHaveProperty('cookie')
  })

  test('are removed after the render', async () => {
    await fixture.shoot('/', { cookies })
    fixture.site.requests.length = 0
    await fixture.shoot('/')
    expect(headersOf(fixture.site, '/')).not.toHaveProperty('cookie')
  })

  test('with an invalid name are a 400', async () => {
    await expect(fixture.shoot('/', { cookies: [{ name: 'a\u0001', value: 'b' }] })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('cookies'),
    })
  })
})

test('headers and authorization are sent to the target and its site only', async () => {
  await fixture.shoot('/', {
    headers: [{ name: 'X-Probe', value: 'yes' }],
    authorization: 'Basic dXNlcjpwYXNz',
    waitUntil: ['load'],
  })
  const own = { 'x-probe': 'yes', authorization: 'Basic dXNlcjpwYXNz' }
  expect(headersOf(fixture.site, '/')).toMatchObject(own)
  expect(headersOf(fixture.site, '/own.png')).toMatchObject(own)
  expect(headersOf(other, '/foreign.png')).toMatchObject({ host: expect.any(String) })
  expect(headersOf(other, '/foreign.png')).not.toHaveProperty('x-probe')
  expect(headersOf(other, '/foreign.png')).not.toHaveProperty('authorization')
})

test('accept-language is sent to every host', async () => {
  await fixture.shoot('/', {
    headers: [{ name: 'Accept-Language', value: 'nl,en;q=0.5' }],
    waitUntil: ['load'],
  })
  expect(headersOf(fixture.site, '/')['accept-language']).toMatch(/^nl,en;q=0\./)
  expect(headersOf(other, '/foreign.png')['accept-language']).toMatch(/^nl,en;q=0\./)
})
