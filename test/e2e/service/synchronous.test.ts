import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { decodeImage } from '../../support/render/image.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const held = Promise.withResolvers<void>()
const fixtures = await startFixtureServer({
  '/held': async (request, response, url) => {
    await held.promise
    page('<p>Late')(request, response, url)
  },
  '/page': page(
    '<!doctype html><title>Ünï — 100 %</title><h1>Hello</h1><script>document.body.append("by script")</script>',
  ),
})
const service = await joinService()

afterAll(() => fixtures.close())

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const get = (operation: string, options: Record<string, string>) =>
  fetch(`${service.baseUrl}/v1/${operation}?${new URLSearchParams(options)}`, {
    headers: { 'x-access-key': service.accessKey },
  })

const post = (body: object) =>
  fetch(`${service.baseUrl}/v1/screenshot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': service.accessKey },
    body: JSON.stringify(body),
  })

const small = { viewport_width: 120, viewport_height: 120, block_annoyance: 'none' }

test('a request beyond the renders in progress of the plan is a 429, and one in the background waits', async () => {
  const account = await service.createAccount('free')
  const call = async (path: string) => {
    const headers = { 'x-access-key': account.accessKey }
    const response = await fetch(`${service.baseUrl}/v1/${path}`, { headers })
    return { response, body: await response.text() }
  }
  const usage = async () => JSON.parse((await call('usage')).body)
  const url = `url=${fixtures.url}/page`
  const first = call(`scrape?url=${fixtures.url}/held&timeout=30`)
  await expect
    .poll(async () => (await usage()).renders, { timeout: 20_000 })
    .toEqual({
      limit: 1,
      in_progress: 1,
    })
  const { response, body } = await call(`scrape?${url}`)
  expect(JSON.parse(body)).toMatchObject({ statusCode: 429, code: 'concurrency_limited' })
  expect(response.headers.get('retry-after')).toBe('3')
  const later = JSON.parse((await call(`scrape?${url}&async=true`)).body)
  held.resolve()
  expect((await first).response.status).toBe(200)
  const status = async () => JSON.parse((await call(`requests/${later.id}`)).body).status
  await expect.poll(status, { timeout: 30_000 }).toBe('done')
  await expect.poll(usage).toMatchObject({ hits: { used: 2 }, renders: { in_progress: 0 } })
})

/** About 23 MB: more than the buffers between the function and its caller. */
const noise = `<canvas width=2800 height=2800></canvas><script>
  const context = document.querySelector('canvas').getContext('2d'), image = context.createImageData(2800, 2800)
  for (let at = 0; at < image.data.length; at += 65536) crypto.getRandomValues(image.data.subarray(at, at + 65536))
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255
  context.putImageData(image, 0, 0)
</script>`

test('a render keeps its place while its response is not read', async () => {
  const { accessKey } = await service.createAccount('free')
  const headers = { 'content-type': 'application/json', 'x-access-key': accessKey }
  const send = (options: object) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const url = `${service.baseUrl}/v1/screenshot`
      request(url, { method: 'POST', headers }, resolve)
        .once('error', reject)
        .end(JSON.stringify({ block_annoyance: 'none', ...options }))
    })
  const status = async () => (await send({ ...small, html: 'x' })).resume().statusCode
  const unread = await send({
    html: noise,
    format: 'png',
    selector: 'canvas',
    viewport_height: 1000,
    viewport_width: 1000,
  })
  expect(unread.statusCode).toBe(200)
  expect(await status()).toBe(429)
  unread.destroy()
  await expect.poll(status, { timeout: 20_000 }).toBe(200)
})

test('concurrent requests all return their own image, without metadata that is not requested', async () => {
  const colors = [20, 80, 140, 200].map((red, i) => [red, 255 - red, (i * 90) % 256] as const)
  const responses = await Promise.all(
    colors.map(([red, green, blue]) =>
      post({
        ...small,
        html: `<title>t</title><body style="background:rgb(${red},${green},${blue})">`,
        format: 'png',
      }),
    ),
  )
  for (const [index, response] of responses.entries()) {
    const image = await decodeImage(await bytesOf(response))
    expect([image.width, image.height]).toEqual([120, 120])
    expect(image.at(10, 10).slice(0, 3)).toEqual(colors[index])
    expect([...response.headers.keys()].filter((name) => name.startsWith('x-service-metadata'))).toEqual([])
    expect(response.headers.get('content-disposition')).toBe('inline')
  }
})

test.each([
  ['the service itself', 'screenshot', { url: '/v1/devices' }, 'address_blocked'],
  ['a video that is too large', 'screencast', { url: '/', viewport_width: '6000' }, 'result_too_large'],
])('%s returns 400 with its own code', async (_cause, operation, { url, ...options }, code) => {
  const response = await get(operation, { ...options, url: new URL(url, service.baseUrl).href })
  expect(response.status).toBe(400)
  expect(response.headers.get('x-service-error')).toBe(code)
  expect(Object.keys((await response.json()) as object)).toEqual(['statusCode', 'error', 'message', 'code'])
})

const logLineOf = (response: Response) =>
  service
    .readLog()
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .find(
      (line) => line.message === 'request' && line.requestId === response.headers.get('x-service-request-id'),
    )

test('a response has the requested metadata, and the log one line with its times and without its secrets', async () => {
  const secrets = ['s3cretCookie', 'dG9wOnNlY3JldA==', 'hidden-header', 'q5ecret', 'pa55word', 'visible text']
  const response = await post({
    url: `http://user:pa55word@127.0.0.1:${fixtures.port}/page?token=q5ecret`,
    cookies: ['session=s3cretCookie'],
    headers: ['x-token:hidden-header'],
    authorization: 'dG9wOnNlY3JldA==',
    scripts: 'document.body.append("visible text")',
    metadata_title: true,
    metadata_status: true,
    metadata_image_size: true,
    metadata_hash: true,
    metadata_icon: true,
    metadata_fonts: true,
    metadata_headers: true,
    ...small,
  })
  const body = await bytesOf(response)
  expect(response.status, body.toString('utf8', 0, 300)).toBe(200)
  expect(response.headers.get('x-service-metadata-title')).toBe('%C3%9Cn%C3%AF %E2%80%94 100 %25')
  expect(response.headers.get('x-service-metadata-status')).toBe('200')
  expect(response.headers.get('x-service-metadata-image-size')).toBe('120x120')
  expect(response.headers.get('x-service-metadata-hash')).toMatch(/^[0-9a-f]{64}$/)
  expect(response.headers.get('x-service-metadata-fonts')).toBe('["Tinos"]')
  expect(JSON.parse(response.headers.get('x-service-metadata-headers') ?? '')).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
  })
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

test('scraped HTML is rendered or as sent by the server, and cannot run on the origin of the service', async () => {
  const url = `${fixtures.url}/page`
  const metadata = { metadata_title: 'true', metadata_status: 'true' }
  const rendered = await get('scrape', { url, ...metadata, block_annoyance: 'none' })
  const asSent = await get('scrape', { url, ...metadata, js_enabled: 'false', attachment_name: 'page' })
  for (const { status, headers } of [rendered, asSent]) {
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-service-metadata-title')).toBe('%C3%9Cn%C3%AF %E2%80%94 100 %25')
    expect(headers.get('x-service-metadata-status')).toBe('200')
  }
  expect(rendered.headers.get('content-disposition')).toBe('inline')
  expect(asSent.headers.get('content-disposition')).toContain('filename="page.html"')
  expect(await rendered.text()).toContain('by script</body></html>')
  expect(await asSent.text()).toMatch(/^<!doctype html><title>Ünï.*<\/script>$/)
})

/** Addresses of the Runtime APIs of the functions that run: each function gets its own in its environment. */
const runtimeApis = async (): Promise<string[]> => {
  const children = (await readFile(`/proc/${service.processId}/task/${service.processId}/children`, 'utf8'))
    .trim()
    .split(' ')
  const environments = await Promise.all(
    children.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  )
  return environments.flatMap((text) => /(?:^|\0)AWS_LAMBDA_RUNTIME_API=([^\0]+)/.exec(text)?.[1] ?? [])
}

test('a page reaches no function of the service, although EGRESS_ALLOW covers the whole machine', async () => {
  const usage = () => fetch(`${service.baseUrl}/v1/usage`, { headers: { 'x-access-key': service.accessKey } })
  expect((await usage()).status).toBe(200)
  const addresses = await runtimeApis()
  expect(addresses.length).toBeGreaterThan(1)
  for (const address of [...addresses.slice(0, 2), ...addresses.slice(-2)]) {
    const url = `http://${address}/2018-06-01/runtime/invocation/next`
    const response = await get('scrape', { url, js_enabled: 'false', timeout: '2' })
    expect([response.status, response.headers.get('x-service-error')]).toEqual([400, 'address_blocked'])
  }
  expect((await usage()).status).toBe(200)
})
