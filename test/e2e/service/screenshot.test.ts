import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeImage, isNear } from '../../support/render/image.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const markedPage = `<!doctype html><title>Ünï — 100 %</title><body style="margin:0;background:#123456">
<div style="width:100px;height:100px;background:#f00"></div></body>`

let fixtures: FixtureServer
let service: SharedService

beforeAll(async () => {
  fixtures = await startFixtureServer({
    '/page': page(markedPage),
    '/loop': page('<script>while(true){}</script>'),
  })
  service = await joinService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const post = (body: object) =>
  fetch(`${service.baseUrl}/v1/screenshot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': service.accessKey },
    body: JSON.stringify(body),
  })

const requestIdOf = (response: Response) => response.headers.get('x-service-request-id')

const logLineOf = (response: Response) =>
  service
    .readLog()
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .find((line) => line.message === 'request' && line.requestId === requestIdOf(response))

test('GET and POST with the same parameters return the same image', async () => {
  const options = {
    url: `${fixtures.url}/page`,
    format: 'png',
    viewport_width: '400',
    viewport_height: '300',
  }
  const [byGet, byPost] = await Promise.all([service.screenshot(options), post(options)])
  const [one, other] = [await bytesOf(byGet), await bytesOf(byPost)]
  expect([byGet.status, byPost.status]).toEqual([200, 200])
  expect(one.equals(other)).toBe(true)
  const image = await decodeImage(one)
  expect([image.width, image.height]).toEqual([400, 300])
  expect(image.at(50, 50)).toEqual([255, 0, 0, 255])
  expect(image.at(200, 200)).toEqual([0x12, 0x34, 0x56, 255])
})

test.each([
  ['jpeg', 'image/jpeg', '.jpeg'],
  ['jpg', 'image/jpeg', '.jpg'],
  ['png', 'image/png', '.png'],
  ['webp', 'image/webp', '.webp'],
  ['gif', 'image/gif', '.gif'],
  ['avif', 'image/avif', '.avif'],
])('%s is returned with its type and extension', async (format, contentType, extension) => {
  const response = await post({ html: markedPage, format, attachment_name: 'Übersicht' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(contentType)
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="_bersicht${extension}"; filename*=UTF-8''%C3%9Cbersicht${extension}`,
  )
  const image = await decodeImage(await bytesOf(response))
  expect(isNear(image.at(50, 50), [255, 0, 0], 40)).toBe(true)
})

test('metadata headers are returned only if requested', async () => {
  const plain = await post({ html: markedPage })
  expect([...plain.headers.keys()].filter((name) => name.startsWith('x-service-metadata'))).toEqual([])
  expect(plain.headers.get('content-disposition')).toBe('inline')
  const full = await service.screenshot({
    url: `${fixtures.url}/page`,
    metadata_title: 'true',
    metadata_status: '1',
    metadata_image_size: 'true',
    metadata_hash: 'true',
    metadata_icon: 'true',
    metadata_fonts: 'true',
    metadata_headers: 'true',
  })
  expect(full.headers.get('x-service-metadata-title')).toBe('%C3%9Cn%C3%AF %E2%80%94 100 %25')
  expect(full.headers.get('x-service-metadata-status')).toBe('200')
  expect(full.headers.get('x-service-metadata-image-size')).toBe('1280x1080')
  expect(full.headers.get('x-service-metadata-hash')).toMatch(/^[0-9a-f]{64}$/)
  expect(full.headers.get('x-service-metadata-fonts')).toBe('[]')
  expect(JSON.parse(full.headers.get('x-service-metadata-headers') ?? '')).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
  })
})

describe('a page error', () => {
  test.each([
    ['a host that does not resolve', 'http://does-not-exist.invalid/', 'host_not_found'],
    ['a private address', 'http://10.0.0.1/', 'address_blocked'],
    ['the service itself', () => `${service.baseUrl}/v1/devices`, 'address_blocked'],
    ['a page that never ends', () => `${fixtures.url}/loop`, 'page_timeout'],
  ])('%s returns 400 with its own code', async (_cause, url, code) => {
    const response = await service.screenshot({ url: typeof url === 'string' ? url : url(), timeout: '2' })
    expect(response.status).toBe(400)
    expect(response.headers.get('x-service-error')).toBe(code)
    expect(Object.keys((await response.json()) as object)).toEqual(['statusCode', 'error', 'message'])
  })

  test('does not affect the next request', async () => {
    await Promise.all([1, 2].map(() => service.screenshot({ url: `${fixtures.url}/loop`, timeout: '1' })))
    const responses = await Promise.all([1, 2, 3, 4].map(() => post({ html: markedPage })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})

test('the log has one line per request, with its times and without its secrets', async () => {
  const secrets = ['s3cretCookie', 'dG9wOnNlY3JldA==', 'hidden-header', 'q5ecret', 'pa55word', 'visible text']
  const response = await post({
    url: `http://user:pa55word@127.0.0.1:${fixtures.port}/page?token=q5ecret`,
    cookies: ['session=s3cretCookie'],
    headers: ['x-token:hidden-header'],
    authorization: 'dG9wOnNlY3JldA==',
    scripts: 'document.body.append("visible text")',
  })
  expect(response.status).toBe(200)
  const body = await bytesOf(response)
  await expect.poll(() => logLineOf(response)).toBeDefined()
  expect(logLineOf(response)).toMatchObject({
    operation: 'screenshot',
    outcome: 'ok',
    status: 200,
    account: service.accessKey.slice(0, 6),
    bytes: body.length,
    phasesMs: {
      access: expect.any(Number),
      launch: expect.any(Number),
      navigate: expect.any(Number),
      wait: expect.any(Number),
      settle: expect.any(Number),
      capture: expect.any(Number),
      encode: expect.any(Number),
    },
    coldBrowser: expect.any(Boolean),
  })
  const refused = await service.screenshot({ url: 'http://user:pa55word@10.0.0.1/?token=q5ecret' })
  await refused.arrayBuffer()
  await expect.poll(() => logLineOf(refused)).toMatchObject({ outcome: 'address_blocked', status: 400 })
  const log = service.readLog().join('\n')
  for (const secret of [...secrets, service.accessKey]) expect(log).not.toContain(secret)
})

test('eight concurrent requests all return their own image', async () => {
  const colors = Array.from({ length: 8 }, (_, i) => [20 + i * 28, 255 - i * 28, (i * 90) % 256] as const)
  const responses = await Promise.all(
    colors.map(([red, green, blue]) =>
      post({ html: `<body style="background:rgb(${red},${green},${blue})">`, format: 'png' }),
    ),
  )
  for (const [index, response] of responses.entries()) {
    const image = await decodeImage(await bytesOf(response))
    expect(image.at(10, 10).slice(0, 3)).toEqual(colors[index])
  }
})
