import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { metadata, startRenderFixture } from '../../support/render/render.ts'
import { page } from '../../support/sites/fixture-server.ts'

let favicon: (response: ServerResponse) => unknown = (response) => response.writeHead(404).end()

const body = `<title>Größe 100 % 😀</title><link rel="shortcut icon" href="/i.png?a=é"><body style="font-family: Arial">Text`

const fixture = await startRenderFixture({
  '/full': page(`<!doctype html>${body}`, { 'x-text': 'caf\u00e9', 'set-cookie': 'a=1', etag: '"1"' }),
  '/bare': page('<!doctype html>'),
  '/favicon.ico': (_request, response) => favicon(response),
  '/touch': page('<!doctype html><link rel=apple-touch-icon href=t.png>'),
  '/long': page(
    `<!doctype html><title>${'é'.repeat(50_000)}</title>`,
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`x-long-${i}`, 'y'.repeat(900)])),
  ),
  '/fonts':
    page(`<!doctype html><style>.icon::before { content: "x"; font-family: monospace } [hidden] { font-family: sans-serif }</style>
      <p style="font-family: Arial">latin <b>bold</b></p><p>serif 你好 😀</p><p class=icon></p><p hidden>not drawn</p>`),
  '/moved': (_request, response) => void response.writeHead(302, { location: '/full' }).end(),
})

test('no metadata is returned by default', async () => {
  expect((await fixture.shoot('/full')).metadata).toEqual({})
})

test('title, icon, status, size and hash of the returned image, and the headers without cookies', async () => {
  const { body: image, metadata: told } = await fixture.shoot('/moved', {
    thumbnail: { width: 100 },
    metadata: metadata('title', 'icon', 'imageSize', 'status', 'hash', 'headers', 'report'),
  })
  const { Headers = '', Report = '', ...rest } = told
  expect(rest).toEqual({
    Title: 'Gr%C3%B6%C3%9Fe 100 %25 %F0%9F%98%80',
    Icon: `${fixture.site.url}/i.png?a=%25C3%25A9`,
    'Image-Size': '100x75',
    Status: '200',
    Hash: createHash('sha256').update(image).digest('hex'),
  })
  expect(JSON.parse(Headers)).toMatchObject({ 'content-type': 'text/html; charset=utf-8', etag: '"1"' })
  expect(JSON.parse(Headers)).not.toHaveProperty('set-cookie')
  expect(JSON.parse(Report)).toMatchObject({
    requests: { blocked: 0, failed: 0 },
    waitsExpired: [],
    incomplete: [],
    phasesMs: { navigate: expect.any(Number), capture: expect.any(Number) },
  })
  expect(Headers + Report).toMatch(/^[\x20-\x7e]+$/)
})

describe('icon', () => {
  const iconOf = async (path: string) => {
    const { metadata: told } = await fixture.shoot(path, { metadata: metadata('icon') })
    return told['Icon']
  }
  const requestsForIcon = () => fixture.site.requests.filter(({ path }) => path === '/favicon.ico').length

  test('is the one that the page declares, and no other is requested', async () => {
    const before = requestsForIcon()
    expect(await iconOf('/touch')).toBe(`${fixture.site.url}/t.png`)
    expect(requestsForIcon()).toBe(before)
  })

  test('is /favicon.ico if the site has one', async () => {
    favicon = (response) => response.writeHead(200, { 'content-type': 'image/x-icon' }).end('icon')
    expect(await iconOf('/bare')).toBe(`${fixture.site.url}/favicon.ico`)
  })

  test.each<[string, typeof favicon]>([
    ['is a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome')],
    [
      'leads where no page may go',
      (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    ['never responds', () => undefined],
  ])('is omitted if /favicon.ico %s', async (_name, route) => {
    favicon = route
    expect(await iconOf('/bare')).toBeUndefined()
  })
})

test('an html document has a title, but no status, headers or icon', async () => {
  const shot = await fixture.shootHtml(body, { metadata: metadata('title', 'status', 'headers', 'icon') })
  expect(shot.metadata).toEqual({ Title: 'Gr%C3%B6%C3%9Fe 100 %25 %F0%9F%98%80' })
})

test('a title and headers that are too long are truncated, headers to whole entries, and that is reported', async () => {
  const shot = await fixture.shoot('/long', { metadata: metadata('title', 'headers') })
  expect(decodeURIComponent(shot.metadata['Title'] ?? '')).toMatch(/^é+$/)
  expect(shot.metadata['Headers']?.length).toBeLessThanOrEqual(4_000)
  expect(Object.keys(JSON.parse(shot.metadata['Headers'] ?? '')).length).toBeGreaterThan(2)
  expect(shot.metadata['Truncated']?.split(', ').toSorted()).toEqual(['headers', 'title'])
})

test('fonts are those that are used', async () => {
  const shot = await fixture.shoot('/fonts', { metadata: metadata('fonts') })
  const fonts: string[] = JSON.parse(shot.metadata['Fonts'] ?? '')
  expect(fonts).toEqual(expect.arrayContaining(['Arimo', 'Tinos', 'Cousine', 'Noto Color Emoji']))
  expect(fonts.some((name) => /Noto Sans .*(Chinese|SC|JP|TC)/.test(name))).toBe(true)
})
