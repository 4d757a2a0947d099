import { describe, expect, test } from 'vitest'
import { hashAccessKey } from '../../../../lib/core/access/access-key.ts'
import {
  type AccessKey,
  type AccessKeys,
  findKey,
  findLinksKey,
  keysMax,
  keysOf,
  toKeyViews,
  withChangedKey,
  withKey,
  withoutKey,
  withRotatedKey,
} from '../../../../lib/core/access/account-keys.ts'

const now = 1_800_000_000
const id = '3FaZ0k'
const keyOf = (mark: string) => `${id}${mark}${'x'.repeat(18 - mark.length)}`
const full = keyOf('aaaa')
const links = keyOf('bbbb')

const stored = (accessKey: string, rest: Partial<AccessKey> = {}): AccessKey => ({
  hash: hashAccessKey(accessKey),
  name: 'Key',
  scope: 'full',
  created: now - 100,
  ...rest,
})

const keys: AccessKeys = {
  [`${id}aaaa`]: stored(full),
  [`${id}bbbb`]: stored(links, { scope: 'links', created: now - 50, shown: links }),
}
const account = { id, created: now - 200, keys }
const old = { id, created: now - 200, accessKeyHash: hashAccessKey(full) }

test.each([
  ['by its start', account, full, { id: `${id}aaaa`, scope: 'full' }],
  ['with its scope', account, links, { id: `${id}bbbb`, scope: 'links' }],
  ['with the same start but another end', account, `${full.slice(0, -1)}y`, undefined],
  ['of another account', account, keyOf('cccc'), undefined],
  ['of an account of an earlier version', old, full, { id, scope: 'full' }],
  ['wrong for an account of an earlier version', old, links, undefined],
  [
    'of an account of an earlier version that starts like a newer key',
    {
      ...account,
      keys: { [id]: stored(full), [`${id}aaaa`]: stored(keyOf('aaaab'), { scope: 'read' }) },
    },
    full,
    { id, scope: 'full' },
  ],
  [
    'until it expires',
    { ...account, keys: { [`${id}aaaa`]: stored(full, { expires: now + 1 }) } },
    full,
    { id: `${id}aaaa`, scope: 'full' },
  ],
  [
    'not when it has expired',
    { ...account, keys: { [`${id}aaaa`]: stored(full, { expires: now }) } },
    full,
    undefined,
  ],
])('a key is found %s', (_how, owner, accessKey, found) => {
  expect(findKey(owner, accessKey, now)).toEqual(found)
})

test('the last full key without an expiry stays', () => {
  const temporary = { ...keys, [`${id}cccc`]: stored(keyOf('cccc'), { expires: now + 100 }) }
  for (const all of [keys, temporary]) {
    expect(() => withoutKey(all, `${id}aaaa`)).toThrow('the last access key of the scope `full`')
    expect(() => withChangedKey(all, `${id}aaaa`, { expires: now + 9 })).toThrow('the last access key')
  }
  const two = { ...keys, [`${id}cccc`]: stored(keyOf('cccc')) }
  expect(Object.keys(withoutKey(two, `${id}aaaa`))).toEqual([`${id}bbbb`, `${id}cccc`])
})

test('a key that does not exist is named, with those that do', () => {
  for (const change of [
    () => withoutKey(keys, 'none'),
    () => withChangedKey(keys, 'none', { name: 'a' }),
    () => withRotatedKey(keys, 'constructor', { accessKey: full, graceSeconds: 0, nowSeconds: now }),
  ])
    expect(change).toThrow(/^`id` is "(none|constructor)"\. It must be .*3FaZ0kaaaa, 3FaZ0kbbbb\.$/)
})

test('a change keeps what it does not name, and 0 ends an expiry', () => {
  const dated = withChangedKey(keys, `${id}bbbb`, { expires: now + 9 })
  expect(dated[`${id}bbbb`]).toEqual({ ...keys[`${id}bbbb`], expires: now + 9 })
  const named = withChangedKey(dated, `${id}bbbb`, { name: 'New' })
  expect(named[`${id}bbbb`]).toEqual({ ...keys[`${id}bbbb`], name: 'New', expires: now + 9 })
  expect(withChangedKey(dated, `${id}bbbb`, { expires: 0 })).toEqual(keys)
})

describe('a rotation', () => {
  const next = keyOf('cccc')

  const rotate = (graceSeconds: number, all: AccessKeys = keys) =>
    withRotatedKey(all, `${id}bbbb`, { accessKey: next, graceSeconds, nowSeconds: now })

  test('replaces the key by one with the same name and scope', () => {
    expect(rotate(0)).toEqual({
      [`${id}aaaa`]: keys[`${id}aaaa`],
      [`${id}cccc`]: {
        hash: hashAccessKey(next),
        shown: next,
        name: 'Key',
        scope: 'links',
        created: now,
      },
    })
  })

  test.each([undefined, now + 9])(
    'that is repeated in the grace period gives both new keys the expiry from before it, %s',
    (expires) => {
      const dated = expires === undefined ? keys : withChangedKey(keys, `${id}bbbb`, { expires })
      const renamed = withChangedKey(rotate(5, dated), `${id}bbbb`, { name: 'Key' })
      const again = keyOf('dddd')
      const twice = withRotatedKey(renamed, `${id}bbbb`, {
        accessKey: again,
        graceSeconds: 60,
        nowSeconds: now,
      })
      expect([`${id}bbbb`, `${id}cccc`, `${id}dddd`].map((key) => twice[key]?.expires)).toEqual([
        now + 5,
        expires,
        expires,
      ])
      const redated = withChangedKey(twice, `${id}bbbb`, { expires: now + 30 })
      expect(rotate(0, redated)[`${id}cccc`]?.expires).toBe(now + 30)
    },
  )

  test('of an expired key is refused', () => {
    const dated = withChangedKey(keys, `${id}bbbb`, { expires: now })
    expect(() => rotate(60, dated)).toThrow('`id` is "3FaZ0kbbbb", an access key that has expired')
  })

  test('keeps the old key for its grace, but not beyond its expiry', () => {
    expect(rotate(60)[`${id}bbbb`]).toEqual({
      ...keys[`${id}bbbb`],
      expires: now + 60,
      expiresBefore: 0,
    })
    const dated = withChangedKey(keys, `${id}bbbb`, { expires: now + 9 })
    const rotated = rotate(60, dated)
    expect(rotated[`${id}bbbb`]?.expires).toBe(now + 9)
    expect(rotated[`${id}cccc`]?.expires).toBe(now + 9)
  })
})

test('an account has a bounded number of keys, of which those that expired a week ago do not count', () => {
  const day = 86_400
  const fill = (expires: number) =>
    Object.fromEntries(
      Array.from({ length: keysMax - 1 }, (_, index) => [`k${index}`, stored('', { expires })]),
    )
  const add = (all: AccessKeys) => Object.keys(withKey(all, keyOf('new'), { name: 'a', scope: 'read' }, now))
  expect(add({ ...fill(now - 6 * day) })).toHaveLength(keysMax)
  expect(() => add({ ...keys, ...fill(now - 6 * day) })).toThrow(`${keysMax} access keys`)
  expect(add({ ...keys, ...fill(now - 8 * day) })).toEqual([...Object.keys(keys), `${id}newx`])
})

test('a key of the scope links that never expires is found whole', () => {
  expect(findLinksKey(account)).toBe(links)
  expect(findLinksKey(old)).toBeUndefined()
  const dated = withChangedKey(keys, `${id}bbbb`, { expires: now + 9 })
  expect(findLinksKey({ ...account, keys: dated })).toBeUndefined()
})

test('the views have the oldest key first, no hash, and the day of the last use', () => {
  const days = new Map([[`${id}bbbb`, '2027-01-15']])
  expect(toKeyViews({ ...account, keys: Object.fromEntries(Object.entries(keys).reverse()) }, days)).toEqual([
    {
      id: `${id}aaaa`,
      access_key: null,
      name: 'Key',
      scope: 'full',
      created: now - 100,
      valid_until: null,
      last_used: null,
    },
    {
      id: `${id}bbbb`,
      access_key: links,
      name: 'Key',
      scope: 'links',
      created: now - 50,
      valid_until: null,
      last_used: '2027-01-15',
    },
  ])
  expect(keysOf(old)).toMatchObject({ [id]: { scope: 'full', created: old.created } })
})
