import { expect, test } from 'vitest'
import { hashAccessKey } from '../../../lib/core/access/access-key.ts'
import { toKeyId } from '../../../lib/core/access/account-keys.ts'
import { createSignature } from '../../../lib/core/access/signature.ts'
import { AccountReport, NewKey } from '../../../lib/schema/account.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { inSeconds, nowMs } from '../../support/now.ts'
import { many } from '../../support/service/shared-plans.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const call = async (accessKey: string) => {
  const response = await fetch(`${service.baseUrl}/v1/account`, { headers: { 'x-access-key': accessKey } })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('an account reads its plan with the limits of this service, and no key', async () => {
  const { id, accessKey, secretKey } = await service.createAccount('growth')
  const { status, headers, body } = await call(accessKey)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(AccountReport.parse(body)).toEqual({
    id,
    plan: expect.objectContaining({ name: 'growth', requests_per_minute: many, features: [] }),
    created: expect.any(Number),
    signed_requests: false,
    signature_version: 1,
    invoice: 'paid',
    access_key_start: accessKey.slice(0, 6),
    key_generation: 0,
  })
  const text = JSON.stringify(body)
  expect(text).not.toContain(accessKey)
  expect(text).not.toContain(secretKey)
})

interface Change {
  method: 'POST' | 'PATCH'
  path: string
  options: Record<string, unknown>
}

const rotation = (options: Record<string, unknown>): Change => ({
  method: 'POST',
  path: '/v1/account/keys',
  options: { expires: inSeconds(60), key_generation: 0, ...options },
})

const update = (options: Record<string, unknown>): Change => ({
  method: 'PATCH',
  path: '/v1/account',
  options: { expires: inSeconds(60), key_generation: 0, ...options },
})

type Keys = Pick<NewAccount, 'accessKey' | 'secretKey'>

/** Sends a change that is signed with these keys. */
const sign = async ({ method, path, options }: Change, { accessKey, secretKey }: Keys) => {
  const body = JSON.stringify(options)
  const response = await fetch(service.baseUrl + path, {
    method,
    body,
    headers: {
      'content-type': 'application/json',
      'x-access-key': accessKey,
      'x-service-signature': createSignature(secretKey, body),
    },
  })
  return {
    status: response.status,
    code: response.headers.get('x-service-error'),
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

test('a rotated secret key signs, and the old one does not', async () => {
  const keys = await service.createAccount('growth')
  const change = rotation({ rotate: 'secret' })
  const secretKey = NewKey.parse((await sign(change, keys)).body).secret_key ?? ''
  expect(secretKey).not.toBe(keys.secretKey)
  expect(service.readLog().join('\n')).not.toContain(secretKey)
  expect(await sign(change, keys)).toMatchObject({ status: 403, code: 'invalid_signature' })
  expect(await sign(rotation({ rotate: 'secret', key_generation: 1 }), { ...keys, secretKey })).toMatchObject(
    {
      status: 200,
      body: { access_key: null, key_generation: 2 },
    },
  )
})

test('a captured change cannot be repeated, also after it was undone', async () => {
  const keys = await service.createAccount('growth')
  const off = update({ signed_requests: false })
  expect((await sign(off, keys)).body).toMatchObject({ signed_requests: false, key_generation: 1 })
  const on = update({ signed_requests: true, key_generation: 1 })
  const changed = AccountReport.parse((await sign(on, keys)).body)
  expect(changed).toMatchObject({ signed_requests: true, key_generation: 2 })
  expect(await call(keys.accessKey)).toMatchObject({ status: 401 })
  for (const captured of [off, on])
    expect(await sign(captured, keys)).toMatchObject({ status: 409, code: 'key_generation_changed' })
  expect((await service.accounts.find(keys.id))?.signedRequests).toBe(true)
})

test.each([
  ['in the past', -1, 403, 'link_expired'],
  ['more than five minutes ahead', 320, 400, 'invalid_parameter'],
  ['in milliseconds', nowMs(), 400, 'invalid_parameter'],
])('a change whose `expires` is %s changes nothing', async (_when, seconds, status, code) => {
  const keys = await service.createAccount('growth')
  const expires = inSeconds(seconds)
  for (const change of [
    rotation({ rotate: 'access', expires }),
    rotation({ rotate: 'secret', expires }),
    update({ signed_requests: true, expires }),
  ])
    expect(await sign(change, keys)).toMatchObject({ status, code })
  expect(await service.accounts.find(keys.id)).toMatchObject({
    keys: { [toKeyId(keys.accessKey)]: { hash: hashAccessKey(keys.accessKey) } },
    secretKey: keys.secretKey,
    signedRequests: false,
  })
})

test('no key, and no hash of one, is ever in the log', async () => {
  const { id, accessKey, secretKey } = await service.createAccount('scale')
  const rotated = await service.accounts.rotateAccessKey(id)
  const wrongKey = `${id}${'z'.repeat(18)}`
  const render = `${service.baseUrl}/v1/screenshot`
  const json = { 'content-type': 'application/json' }
  for (const key of [accessKey, rotated?.accessKey ?? '', wrongKey]) {
    const query = `access_key=${key}&nonsense=1`
    const responses = await Promise.all([
      fetch(`${render}?${query}`),
      fetch(`${render}?${query}&signature=${createSignature(secretKey, query)}`),
      fetch(`${render}?nonsense=1`, { headers: { 'x-access-key': key } }),
      fetch(`${render}?access_key=${key}&access_key=${'y'.repeat(24)}`),
      fetch(`${service.baseUrl}/v1/${key}?${query}`),
      fetch(render, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ access_key: key, nonsense: 1 }),
      }),
      fetch(render, { method: 'POST', headers: json, body: `{"access_key":"${key}",` }),
    ])
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  }
  await service.accounts.close(id)
  await call(rotated?.accessKey ?? '')
  const log = service.readLog().join('\n')
  expect(log).toContain(id)
  const secrets = [accessKey, rotated?.accessKey ?? '', wrongKey, secretKey]
  for (const secret of [...secrets, ...secrets.map(hashAccessKey)]) expect(log).not.toContain(secret)
})
