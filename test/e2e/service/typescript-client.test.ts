import { expect, test } from 'vitest'
import { type ClientSettings, createClient } from '../../../clients/typescript/src/index.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const account = await service.createAccount('scale')

const connect = (settings: Partial<ClientSettings> = {}) =>
  createClient({ url: service.baseUrl, accessKey: account.accessKey, ...settings })

const html = '<h1>One page</h1>'

test('a render is a file, JSON or an acknowledgement, as its options say', async () => {
  const client = connect()
  const file = await client.scrape({ url: `${service.baseUrl}/missing` }).catch((error: unknown) => error)
  expect(file).toMatchObject({ status: 400, code: 'address_blocked', requestId: expect.any(String) })
  const image = await client.screenshot({ html, format: 'png', viewport_width: 100, viewport_height: 50 })
  expect(image).toMatchObject({ contentType: 'image/png', id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  const bytes = await image.bytes()
  expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG')
  const described = await client.screenshot({
    html,
    response_type: 'json',
    viewport_width: 100,
    viewport_height: 50,
  })
  expect(described).toMatchObject({ width: 100, height: 50, content_type: 'image/jpeg' })

  const accepted = await client.pdf({ html, async: true })
  expect(accepted.status).toBe('Accepted')
  const done = await client.wait(accepted)
  expect(done).toMatchObject({ id: accepted.id, status: 'done', content_type: 'application/pdf', pages: 1 })
  const failing = await client.screenshot({ url: 'http://missing.invalid/', async: true })
  await expect(client.wait(failing.id)).rejects.toMatchObject({ status: 0, requestId: failing.id })
})

test('a repeated call with the same key is one request, and calls without one are separate', async () => {
  const client = connect()
  const options = { html, async: true } as const
  const first = await client.screenshot(options, { idempotencyKey: 'order 1' })
  expect((await client.screenshot(options, { idempotencyKey: 'order 1' })).id).toBe(first.id)
  expect((await client.screenshot(options)).id).not.toBe(first.id)
})

test.each([1, 2] as const)(
  'with the secret key, every request of an account that requires signatures is signed, version %s',
  async (version) => {
    const { id, accessKey, secretKey } = await service.createAccount('growth')
    await service.accounts.change(id, { signedRequests: true, signatureVersion: version })
    const client = connect({ accessKey, secretKey })
    expect((await client.listRequests({ search: "a b~*'(é)" })).requests).toEqual([])
    await expect(client.screenshot({ html, image_quality: 0 })).rejects.toMatchObject({
      code: 'invalid_parameter',
    })
    await expect(connect({ accessKey }).listRequests()).rejects.toMatchObject({ code: 'missing_signature' })
    const key = await client.createKey({ name: 'Reader', scope: 'read' })
    await client.updateKey({ id: key.id ?? '', name: 'Other' })
    await client.deleteKey({ id: key.id ?? '' })
    expect((await client.listKeys()).keys.map(({ scope }) => scope)).toEqual(['full'])
  },
)

test('a link opens its render and nothing else, and all links show one key of the scope links', async () => {
  const client = connect({ secretKey: account.secretKey })
  const options = {
    html,
    hide_selectors: ['a', 'b,c'],
    headers: ['x:1'],
    format: 'png',
    viewport_width: 90,
  } as const
  const [link, other] = await Promise.all([
    client.link('screenshot', options),
    client.link('screenshot', options, { expiresIn: -1 }),
  ])
  const response = await fetch(link)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await fetch(link.replace('width=90', 'width=91'))).status).toBe(403)
  expect((await fetch(link.replace('/v1/screenshot', '/v1/pdf'))).status).toBe(403)
  expect((await (await fetch(other)).json()).code).toBe('link_expired')
  const { keys } = await client.listKeys()
  expect(keys.filter(({ scope }) => scope === 'links')).toHaveLength(1)
  expect(new URL(link).searchParams.get('access_key')).toBe(
    keys.find(({ scope }) => scope === 'links')?.access_key,
  )
  expect(await connect({ secretKey: account.secretKey }).link('pdf', { html })).toContain(
    `access_key=${new URL(link).searchParams.get('access_key')}`,
  )
  await expect(connect().link('pdf', { html })).rejects.toThrow('secretKey')
})
