import { expect, test } from 'vitest'
import { rawQueryHeader } from '../../../lib/core/access/raw-query.ts'
import { createSignature } from '../../../lib/core/access/signature.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { type RawRequest, sendRaw } from '../../support/service/send-raw.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService() /** Signed requests are on. */
const strict = await service.createAccount('scale')
await service.requireSignatures(strict.id)

const path = '/v1/screenshot'

// The invalid quality prevents a render: a correct signature returns a 400 about the parameters.
const query = 'url=https%3A%2F%2Fexample.com%2f&image_quality=0'
const body = '{"html":"<p>é</p>","image_quality":0}'
const accepted = { status: 400, code: 'invalid_parameter', message: expect.stringContaining('image_quality') }
const invalid = { status: 403, code: 'invalid_signature' }

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

test.each([
  'url=https://example.com/;a=1&cookies=a=1;b=2&image_quality=0',
  'url=https://example.com/&cookies=["a=1","b=2"]&image_quality=0&user_agent=a|{b}^`\\\\<c>',
])('a query string with raw characters is signed as sent: %s', async (raw) => {
  expect(await get(strict, signed(strict, raw))).toEqual(accepted)
})

test('the signature of a body is checked after the invoice, and refused in a header that is sent twice', async () => {
  const account = await service.createAccount('scale')
  await service.requireSignatures(account.id)
  const signature = sign(account, body)
  expect(await post(account, body, signature)).toEqual(accepted)
  expect(await post(account, body, [signature, signature])).toMatchObject(invalid)
  await service.stopPaying(account.id)
  expect(await post(account, body)).toMatchObject({ status: 402 })
})

test('a signature of the query string that the client claims to have sent is refused', async () => {
  const other = signed(strict, 'url=https%3A%2F%2Fexample.org&image_quality=0')
  const response = await get(strict, `${query}&${other.split('&').at(-1)}`, { [rawQueryHeader]: other })
  expect(response).toMatchObject(invalid)
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
