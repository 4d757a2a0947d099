import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readExample } from '../../../scripts/generate/site/example.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixtures: FixtureServer
let service: SharedService

beforeAll(async () => {
  fixtures = await startFixtureServer({
    '/page': page(
      '<!doctype html><title>Ünï</title><h1>Hello</h1><script>document.body.append("by script")</script>',
    ),
  })
  service = await joinService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

const get = (options: Record<string, string>) =>
  fetch(`${service.baseUrl}/v1/scrape?${new URLSearchParams({ url: `${fixtures.url}/page`, ...options })}`, {
    headers: { 'x-access-key': service.accessKey },
  })

const post = (options: object) =>
  fetch(`${service.baseUrl}/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': service.accessKey },
    body: JSON.stringify({ url: `${fixtures.url}/page`, ...options }),
  })

test('GET and POST with the same parameters return the same Markdown', async () => {
  const responses = await Promise.all([get({ format: 'md' }), post({ format: 'md' })])
  for (const response of responses) {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await response.text()).toBe('# Hello\n\nby script\n')
  }
})

test('HTML is the default, rendered or as sent by the server', async () => {
  const rendered = await get({})
  expect(rendered.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await rendered.text()).toContain('by script</body></html>')
  expect(await (await get({ js_enabled: 'false' })).text()).toMatch(
    /^<!doctype html><title>Ünï<\/title>.*<\/script>$/,
  )
})

test('a scraped page cannot run scripts on the origin of the service', async () => {
  for (const response of await Promise.all([get({}), get({ format: 'md' }), get({ js_enabled: '0' })])) {
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-disposition')).toBe('inline')
    await response.body?.cancel()
  }
})

test('the extension of a download follows the format', async () => {
  const name = async (options: Record<string, string>) =>
    (await get({ attachment_name: 'page', ...options })).headers.get('content-disposition')
  expect(await name({ js_enabled: 'false' })).toContain('filename="page.html"')
  expect(await name({ format: 'md' })).toContain('filename="page.md"')
})

test('metadata is in the headers, also without a browser', async () => {
  for (const js_enabled of ['true', 'false']) {
    const response = await get({ js_enabled, metadata_title: 'true', metadata_status: 'true' })
    expect(response.headers.get('x-service-metadata-title')).toBe('%C3%9Cn%C3%AF')
    expect(response.headers.get('x-service-metadata-status')).toBe('200')
    await response.body?.cancel()
  }
})

describe('a parameter of other operations is refused:', () => {
  test.each([
    'html',
    'hide_selectors',
    'click_selector',
    'clip_x',
    'full_page',
    'image_width',
    'image_quality',
    'omit_background',
    'selector',
    'metadata_image_size',
    'duration',
  ])('%s', async (name) => {
    const response = await post({ [name]: 'x' })
    expect([response.status, response.headers.get('x-service-error')]).toEqual([400, 'unknown_parameter'])
    expect((await response.json()).message).toContain(`\`${name}\``)
  })
})

describe('an invalid parameter is refused:', () => {
  test.each([
    [{ url: undefined }, /`url` is required\. It must be a string/],
    [{ format: 'png' }, /`format` is "png"\. It must be one of html, md/],
    [{ js_enabled: 'maybe' }, /`js_enabled`/],
    [{ js_enabled: false, scripts: '1' }, /`scripts` requires `js_enabled=true`\./],
    [{ js_enabled: false, wait_for_selector: 'p' }, /`wait_for_selector` requires `js_enabled=true`\./],
    [{ only_main_content: true, include_selectors: ['p'] }, /cannot be combined with `include_selectors`/],
    [{ include_selectors: ['text/x'] }, /`include_selectors\[0\]`/],
    [{ exclude_selectors: ['p[['] }, /`exclude_selectors`: "p\[\[" is not a valid CSS selector/],
  ])('%o', async (options, message) => {
    const response = await post(options)
    expect([response.status, response.headers.get('x-service-error')]).toEqual([400, 'invalid_parameter'])
    expect((await response.json()).message).toMatch(message)
  })
})

test('selectors in a query string are split at commas between selectors', async () => {
  const response = await get({ format: 'md', include_selectors: 'h1:is(.x, h1),.none' })
  expect(await response.text()).toBe('# Hello\n')
})

test('the examples of the documentation equal the responses of the service', async () => {
  const response = await get({ url: 'http://demo.stillframe.example/', format: 'md', metadata_title: 'true' })
  const names = ['Content-Type', 'Content-Disposition', 'Content-Security-Policy', 'X-Service-Metadata-Title']
  const head = names.map((name) => `${name}: ${response.headers.get(name)}`)
  const text = ['HTTP/1.1 200 OK', ...head, '', await response.text()].join('\n')
  expect((await readExample('scrape'))?.response).toBe(text)
  const guide = await readFile(new URL('../../../docs/scrape.md', import.meta.url), 'utf8')
  expect(guide).toContain(text.trimEnd().replace(/^(?=.)/gm, '    '))
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
  for (const address of addresses) {
    const url = `http://${address}/2018-06-01/runtime/invocation/next`
    const response = await get({ url, js_enabled: 'false', timeout: '2' })
    expect([response.status, response.headers.get('x-service-error')]).toEqual([400, 'address_blocked'])
  }
  expect((await usage()).status).toBe(200)
})
