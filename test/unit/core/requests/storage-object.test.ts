import { describe, expect, test } from 'vitest'
import type { AccountStorage } from '../../../../lib/core/access/account-storage.ts'
import { toObjectUrl, toStorageUpload, usesStorage } from '../../../../lib/core/requests/storage-object.ts'

const storage: AccountStorage = {
  ...{ region: 'eu-central-1', bucket: 'results', prefix: '', tested: 1 },
  keyTemplate: '{date}/{task}/{id}.{ext}',
}
const request = {
  id: '0198a3c2',
  operation: 'screenshot',
  created: Date.UTC(2030, 0, 31, 23, 59) / 1000,
} as const
const options = {}

const keyOf = (changes: Partial<AccountStorage>, more: object = {}) =>
  toStorageUpload(
    { account: { storage: { ...storage, ...changes } }, options },
    { ...request, ...more },
    {
      extension: 'png',
    },
  )?.object?.key

test.each([
  [storage.keyTemplate, {}, '2030-01-31/0198a3c2.png'],
  [storage.keyTemplate, { taskId: 12 }, '2030-01-31/12/0198a3c2.png'],
  ['{operation}/{batch}/{id}', { batchId: 'b1' }, 'screenshot/b1/0198a3c2'],
  ['day={date}/{id}-{task}.{ext}', {}, 'day=2030-01-31/0198a3c2-.png'],
  ['{task}/{batch}/{id}.{ext}', {}, '0198a3c2.png'],
])('the template %s with %j becomes %s', (keyTemplate, more, key) => {
  expect(keyOf({ keyTemplate }, more)).toBe(key)
})

test('the prefix is put before the key as it is', () => {
  expect(keyOf({ prefix: 'a/b-' })).toBe('a/b-2030-01-31/0198a3c2.png')
})

test.each([
  [{}, 'https://results.s3.eu-central-1.amazonaws.com/a/day%3D1/b.png'],
  [{ bucket: 'my.results' }, 'https://s3.eu-central-1.amazonaws.com/my.results/a/day%3D1/b.png'],
  [{ region: 'cn-north-1' }, 'https://results.s3.cn-north-1.amazonaws.com.cn/a/day%3D1/b.png'],
  [{ endpoint: 'https://r2.example.com' }, 'https://r2.example.com/results/a/day%3D1/b.png'],
  [{ endpoint: 'https://example.com:9000/s3' }, 'https://example.com:9000/s3/results/a/day%3D1/b.png'],
])('the object of a storage %j has the URL %s', (changes, url) => {
  expect(toObjectUrl({ ...storage, ...changes }, 'a/day=1/b.png')).toBe(url)
  expect(new URL(url).href).toBe(url)
})

describe('a result is uploaded', () => {
  const account = { storage }
  test.each([
    ['by default', { account, options }, true],
    [
      'if its options were recorded by an earlier version',
      { account, options: { storage: undefined } },
      true,
    ],
    ['unless it opts out', { account, options: { storage: false } }, false],
    ['unless its request has a URL', { account, options: { storage: true, upload_url: 'https://a' } }, false],
    ['unless the account has no storage', { account: {}, options: { storage: true } }, false],
  ])('%s', (_when, stored, expected) => {
    expect(usesStorage(stored)).toBe(expected)
    expect(toStorageUpload(stored, request, { extension: 'png' }) !== undefined).toBe(expected)
  })
})
