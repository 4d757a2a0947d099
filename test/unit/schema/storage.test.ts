import { expect, test } from 'vitest'
import { StorageOptions } from '../../../lib/schema/storage.ts'

const key = { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'secret' }
const s3 = { ...key, region: 'eu-central-1', bucket: 'results', expires: 1, key_generation: 0 }
const r2 = { ...s3, endpoint: 'https://r2.example.com' }

const problemOf = (options: object) =>
  StorageOptions.safeParse(options)
    .error?.issues.map(({ message }) => message)
    .join(' ')

test.each([
  ['{id}/{task}', 'must not end with `/`'],
  ['{task}./{id}', 'path segment `.` or `..`'],
  ['.{task}./{id}', 'path segment `.` or `..`'],
  ['{id}/{batch}.', 'path segment `.` or `..`'],
])('the template %s is refused, because a request may have no task or batch', (key_template, problem) => {
  expect(problemOf({ ...s3, key_template })).toContain(problem)
})

test.each(['{task}/{batch}/{id}.{ext}', '{date}/{id}-{task}.{ext}', '{batch}{task}/{id}'])(
  'the template %s is accepted',
  (key_template) => {
    expect(problemOf({ ...s3, key_template })).toBeUndefined()
  },
)

test('keys that could be longer than 1,024 characters are refused', () => {
  const prefix = `${'p'.repeat(199)}/`
  // 200 characters of the prefix, and 22 times 36 with 32 others.
  const longest = `${'{id}'.repeat(22)}${'x'.repeat(32)}`
  expect(problemOf({ ...s3, prefix, key_template: longest })).toBeUndefined()
  expect(problemOf({ ...s3, prefix, key_template: `${longest}x` })).toContain('at most 1024 characters')
})

test.each(['My-Results', 'my_results', 'results-', 'a..b/'])('%s is no bucket of Amazon S3', (bucket) => {
  expect(problemOf({ ...s3, bucket })).toContain('bucket')
})

test('a bucket of another service may have other characters', () => {
  expect(problemOf({ ...r2, bucket: 'My_Results' })).toBeUndefined()
})

test.each(['aws-cn', 'aws-us-gov'])(
  'a role of the partition %s is refused, because none trusts it',
  (partition) => {
    const { access_key_id, secret_access_key, ...rest } = s3
    expect(problemOf({ ...rest, role_arn: `arn:${partition}:iam::123456789012:role/a` })).toContain(
      'IAM role',
    )
    expect(problemOf({ ...rest, role_arn: 'arn:aws:iam::123456789012:role/a' })).toBeUndefined()
  },
)
