import { afterAll, describe, expect, test } from 'vitest'
import { rawQueryHeader } from '../../../lib/core/access/raw-query.ts'
import { createSignature, signAddress } from '../../../lib/core/access/signature.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { type RawRequest, sendRaw } from '../../support/service/send-raw.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
afterAll(() => service[Symbol.asyncDispose]())
/** Signed requests are off. */
const free = await service.createAccount('scale')
/** Signed requests are on. */
const strict = await service.createAccount('scale')
await service.requireSignatures(strict.id)

const path = '/v1/screenshot'

// The invalid quality prevents a render: a correct signature returns a 400 about the parameters.
const query = 'url=https%3A%2F%2Fexample.com%2f&image_quality=0'
const body = '{"html":"<p>é</p>","image_quality":0}'
const accepted = { status: 400, code: 'invalid_parameter', message: expect.stringContaining('image_quality') }
const invalid = { status: 403, code: 'invalid_signature' }
const missing = { status: 401, code: 'missing_signature' }

const sign = ({ secretKey }: NewAccount, text: string | Buffer) =>
  createSignature(secretKey, Buffer.from(text))

const get = ({ accessKey }: NewAccount, text: string, headers: RawRequest['headers'] = {}) =>
  sendRaw(service.baseUrl, { path: `${path}?${text}`, headers: { 'x-access-key': accessKey, ...headers } })

const post = ({ accessKey }: NewAccount, bytes: string | Buffer, signature?: string | string[]) =>
  sendRaw(service.baseUrl, {
    method: 'POST',
    path,
    headers: {
      'x-access-key': accessKey,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(bytes)),
      ...(signature !== undefined && { 'x-service-signature': signature }),
    },
    body: bytes,
  })

const signed = (account: NewAccount, text = query) => `${text}&signature=${sign(account, text)}`

describe('with signed requests on', () => {
  test('a request without a signature returns 401 and says what is missing', async () => {
    expect(await get(strict, query)).toEqual({ ...missing, message: expect.stringContaining('`signature`') })
    expect(await post(strict, body)).toEqual({
      ...missing,
      message: expect.stringContaining('X-Service-Signature'),
    })
  })

  test('a signed request is accepted', async () => {
    expect(await get(strict, signed(strict))).toEqual(accepted)
    expect(await post(strict, body, sign(strict, body))).toEqual(accepted)
  })

  test.each([
    'url=https://example.com/;a=1&cookies=a=1;b=2&image_quality=0',
    'url=https://example.com/&cookies=["a=1","b=2"]&image_quality=0&user_agent=a|{b}^`\\\\<c>',
  ])('a query string with raw characters is signed as sent: %s', async (raw) => {
    expect(await get(strict, signed(strict, raw))).toEqual(accepted)
  })

  test('the access key in the query is signed with the rest', async () => {
    const withKey = `access_key=${strict.accessKey}&${query}`
    const send = (text: string) => sendRaw(service.baseUrl, { path: `${path}?${text}` })
    expect(await send(signed(strict, withKey))).toEqual(accepted)
    expect(await send(`${withKey}&signature=${sign(strict, query)}`)).toMatchObject(invalid)
  })

  test('the signature is checked before the parameters and after the invoice', async () => {
    const account = await service.createAccount('scale')
    await service.requireSignatures(account.id)
    expect(await get(account, 'nonsense=1')).toMatchObject(missing)
    expect(await get(account, 'nonsense=1&signature=x')).toMatchObject(invalid)
    expect(await post(account, 'no JSON', sign(account, body))).toMatchObject(invalid)
    await service.stopPaying(account.id)
    expect(await get(account, 'nonsense=1')).toMatchObject({ status: 402 })
  })

  test('devices need no signature and accept none', async () => {
    const devices = (text: string) =>
      sendRaw(service.baseUrl, { path: `/v1/devices${text}`, headers: { 'x-access-key': strict.accessKey } })
    expect(await devices('')).toMatchObject({ status: 200 })
    for (const name of ['signature', 'expires'])
      expect(await devices(`?${name}=1`)).toMatchObject({
        status: 400,
        code: 'unknown_parameter',
        message: expect.stringContaining(name),
      })
  })
})

describe('with signed requests off', () => {
  test('a request needs no signature', async () => {
    expect(await get(free, query)).toEqual(accepted)
    expect(await post(free, body)).toEqual(accepted)
  })

  test('a signature that is sent is checked', async () => {
    expect(await get(free, signed(free))).toEqual(accepted)
    expect(await get(free, signed(strict))).toMatchObject(invalid)
    expect(await post(free, body, sign(free, body))).toEqual(accepted)
    expect(await post(free, body, sign(strict, body))).toMatchObject(invalid)
  })
})

describe('a signature is refused', () => {
  test.each([
    ['of another account', () => signed(free)],
    ['of escapes in another case', () => `${query.replace('%2f', '%2F')}&signature=${sign(strict, query)}`],
    ['given twice', () => `${signed(strict)}&signature=${sign(strict, query)}`],
    ['given as a list too', () => `${signed(strict)}&signature%5B%5D=`],
    ['given by an escaped name too', () => `${signed(strict)}&%73ignature=${sign(strict, query)}`],
  ])('%s', async (_label, toQuery) => {
    expect(await get(strict, toQuery())).toMatchObject(invalid)
  })

  test('of a body with an extra space', async () => {
    expect(await post(strict, body.replace(':', ': '), sign(strict, body))).toMatchObject(invalid)
  })

  test('in a header that is sent twice', async () => {
    expect(await post(strict, body, [sign(strict, body), sign(strict, body)])).toMatchObject(invalid)
  })

  test('of the query string that the client claims to have sent', async () => {
    const other = signed(strict, 'url=https%3A%2F%2Fexample.org&image_quality=0')
    const response = await get(strict, `${query}&${other.split('&').at(-1)}`, { [rawQueryHeader]: other })
    expect(response).toMatchObject(invalid)
  })
})

describe('a link with an expiry', () => {
  const nowSeconds = () => Math.floor(Date.now() / 1000)

  test('is accepted before it expires and refused from then on', async () => {
    expect(await get(free, signed(free, `${query}&expires=${nowSeconds() + 3600}`))).toEqual(accepted)
    expect(await get(free, signed(free, `${query}&expires=${nowSeconds()}`))).toMatchObject({
      status: 403,
      code: 'link_expired',
    })
  })

  test('cannot be extended', async () => {
    const text = signed(free, `${query}&expires=${nowSeconds() - 1}`)
    expect(await get(free, text.replace(/expires=\d+/, `expires=${nowSeconds() + 3600}`))).toMatchObject(
      invalid,
    )
    expect(await get(free, text.replace(/&expires=\d+/, ''))).toMatchObject(invalid)
    expect(await get(free, `${text}&expires=${nowSeconds() + 3600}`)).toMatchObject(invalid)
  })

  test.each([
    ['without a signature', () => `${query}&expires=${nowSeconds() + 3600}`],
    ['at a time that is none', () => signed(free, `${query}&expires=soon`)],
    ['at a time in milliseconds', () => signed(free, `${query}&expires=${Date.now()}`)],
    ['twice', () => signed(free, `${query}&expires=1&expires=${nowSeconds() + 3600}`)],
    ['as a list', () => signed(free, `${query}&expires[]=1`)],
  ])('%s returns 400', async (_label, toQuery) => {
    expect(await get(free, toQuery())).toMatchObject({
      status: 400,
      message: expect.stringContaining('expires'),
    })
  })

  test.each(['expires', 'signature'])('%s in a body returns a 400 that names it', async (name) => {
    const text = JSON.stringify({ html: 'x', [name]: 1 })
    expect(await post(free, text, sign(free, text))).toMatchObject({
      status: 400,
      message: expect.stringContaining(`\`${name}\``),
    })
  })
})

test('the signed text of a request is not in the log', async () => {
  const account = await service.createAccount('scale')
  const text = signed(account, `${query}&expires=4000000000`)
  await get(account, text)
  await get(account, `${text}0`)
  const lines = () => service.readLog().filter((line) => line.includes(`"account":"${account.id}"`))
  await expect
    .poll(() => lines().map((line) => JSON.parse(line).outcome), { timeout: 10_000 })
    .toEqual(expect.arrayContaining(['invalid_parameter', 'invalid_signature']))
  for (const secret of [text.slice(-64), '4000000000', account.secretKey, 'example.com'])
    expect(lines().join('\n')).not.toContain(secret)
})

test('a URL with a signature parameter can be fetched', async () => {
  const address = `${service.baseUrl}${path}?access_key=${strict.accessKey}&${query}&attachment_name=a "é" b`
  const response = await fetch(signAddress(address, strict.secretKey, { expires: 4_000_000_000 }))
  expect(response.status).toBe(400)
  expect(response.headers.get('x-service-error')).toBe('invalid_parameter')
})
