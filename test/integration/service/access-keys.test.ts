import { beforeEach, expect, test } from 'vitest'
import { toKeyId } from '../../../lib/core/access/account-keys.ts'
import { KeyList, NewKey } from '../../../lib/schema/account.ts'
import { type KeyScope, keyScopes } from '../../../lib/schema/key-scopes.ts'
import { operations } from '../../../lib/schema/operations.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { inSeconds } from '../../support/now.ts'
import { expectRefusal, requestsOf } from '../../support/service/access.ts'
import { sendOptions } from '../../support/service/sample-requests.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
let owner: NewAccount
beforeEach(async () => {
  owner = await service.createAccount('scale')
})

const path = `${service.baseUrl}/v1/account/keys`

type Method = 'POST' | 'PATCH' | 'DELETE'

/** Sends a signed change of keys, by default the first one of the account. */
const change = (method: Method, options: Record<string, unknown>, accessKey = owner.accessKey) => {
  const dated = method === 'DELETE' ? {} : { expires: inSeconds(60) }
  const request = { method, options: { ...dated, key_generation: 0, ...options } }
  return sendOptions(path, request, { 'x-access-key': accessKey }, owner.secretKey)
}

const list = async (accessKey = owner.accessKey) =>
  KeyList.parse(await (await fetch(path, { headers: { 'x-access-key': accessKey } })).json())

/** Keys of the same second have no order. */
const viewOf = ({ keys }: KeyList, accessKey: string) => keys.find(({ id }) => id === toKeyId(accessKey))

const statusOf = async (accessKey: string) =>
  (await fetch(`${service.baseUrl}/v1/devices`, { headers: { 'x-access-key': accessKey } })).status

const addKey = async (scope: KeyScope) =>
  (await service.accounts.addKey(owner.id, { name: scope, scope }))?.accessKey ?? ''

test('a new key is shown once, works, and is listed with the day of its last use', async () => {
  const until = inSeconds(3600)
  const response = await change('POST', { name: 'Build server', scope: 'read', valid_until: until })
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = (await response.json()) as object
  const { id, access_key: accessKey } = NewKey.parse(body)
  expect(body).toEqual({ id, access_key: accessKey, secret_key: null, key_generation: 1 })
  expect(accessKey?.startsWith(id ?? 'none')).toBe(true)
  expect(viewOf(await list(), accessKey ?? '')).toMatchObject({
    id,
    name: 'Build server',
    scope: 'read',
    last_used: null,
    valid_until: until,
  })
  expect(await statusOf(accessKey ?? '')).toBe(200)
  const listed = await list()
  const today = new Date().toISOString().slice(0, 10)
  expect(listed.keys.map(({ last_used: day }) => day)).toEqual([today, today])
  expect(listed.key_generation).toBe(1)
  for (const secret of [accessKey ?? '', owner.accessKey, owner.secretKey])
    expect(JSON.stringify(listed)).not.toContain(secret)
})

test('a deleted key is dead, and its last use is forgotten', async () => {
  const accessKey = await addKey('read')
  expect(await statusOf(accessKey)).toBe(200)
  expect((await change('DELETE', { id: toKeyId(accessKey), key_generation: 1 })).status).toBe(204)
  expect(await statusOf(accessKey)).toBe(401)
  expect((await list()).keys).toHaveLength(1)
})

test('a rotation replaces the key of the request, or the one that it names, and keeps it for a grace', async () => {
  const other = await addKey('render')
  const rotated = await change('POST', {
    rotate: 'access',
    id: toKeyId(other),
    grace_seconds: 60,
    key_generation: 1,
  })
  const next = NewKey.parse(await rotated.json()).access_key ?? ''
  expect([await statusOf(other), await statusOf(next)]).toEqual([200, 200])
  const { keys } = await list()
  expect(keys.map(({ name, scope }) => `${name} ${scope}`).sort()).toEqual([
    'First key full',
    'render render',
    'render render',
  ])
  expect(keys.filter(({ valid_until: end }) => end !== null).map(({ id }) => id)).toEqual([toKeyId(other)])
  expect((await change('POST', { rotate: 'access', key_generation: 2 })).status).toBe(200)
  expect(await statusOf(owner.accessKey)).toBe(401)
  expect(await statusOf(next)).toBe(200)
})

test.each<[string, Method, Record<string, unknown>, string]>([
  ['a new key without a name', 'POST', { scope: 'read' }, '`name` is required'],
  ['a name with another direction', 'PATCH', { id: 'none', name: 'a\u202eb' }, 'must not contain control'],
  [
    'an expiry in milliseconds',
    'POST',
    { name: 'a', scope: 'read', valid_until: 1_893_456_000_000 },
    '`valid_until` is 1893456000000',
  ],
  ['a change of nothing', 'PATCH', { id: 'none' }, 'Send `name`, `valid_until` or both.'],
  ['an expiry in the past', 'POST', { name: 'a', scope: 'read', valid_until: 5 }, '`valid_until` is 5'],
  ['a rotation with a scope', 'POST', { rotate: 'access', scope: 'full' }, '`scope` is not allowed with'],
  [
    'a grace of the secret key',
    'POST',
    { rotate: 'secret', grace_seconds: 5 },
    '`grace_seconds` is allowed only',
  ],
  ['a change of no key', 'PATCH', { id: 'none', name: 'a' }, '`id` is "none"'],
])('%s is a 400 that names the parameter', async (_what, method, options, words) => {
  const response = await change(method, options)
  expect(await response.clone().json()).toMatchObject({ message: expect.stringContaining(words) })
  await expectRefusal(response, 400, 'invalid_parameter')
  expect((await list()).key_generation).toBe(0)
})

test('an outdated change is refused', async () => {
  const accessKey = await addKey('read')
  const id = toKeyId(accessKey)
  await expectRefusal(await change('DELETE', { id, key_generation: 0 }), 409, 'key_generation_changed')
  await expectRefusal(await change('PATCH', { id, name: 'b' }), 409, 'key_generation_changed')
  await expectRefusal(await change('POST', { name: 'b', scope: 'full' }), 409, 'key_generation_changed')
})

test.each(keyScopes.filter((scope) => scope === 'render' || scope === 'read'))(
  'the scope %s is refused with its name where it does not open',
  async (scope) => {
    const accessKey = await addKey(scope)
    const remove = await fetch(`${service.baseUrl}/v1/tasks/1`, {
      method: 'DELETE',
      headers: { 'x-access-key': accessKey },
    })
    expect(await remove.clone().json()).toMatchObject({
      message: expect.stringContaining(
        `has the scope \`${scope}\`, which does not include DELETE /v1/tasks/{id}`,
      ),
    })
    await expectRefusal(remove, 403, 'key_scope')
    const [sample] = requestsOf.filter(([, { id }]) => id === operations.screenshot.id)
    if (!sample) throw new Error('There is no sample of a screenshot.')
    const render = await sendOptions(`${service.baseUrl}/v1/screenshot`, sample[2], {
      'x-access-key': accessKey,
    })
    expect(render.status).toBe(scope === 'render' ? 423 : 403)
  },
)

test('the log names the key by its id', async () => {
  const accessKey = await addKey('read')
  await statusOf(accessKey)
  const lines = () => service.readLog().filter((line) => line.includes(`"key":"${toKeyId(accessKey)}"`))
  await expect.poll(() => lines().length).toBe(1)
  expect(service.readLog().join('\n')).not.toContain(accessKey)
})
