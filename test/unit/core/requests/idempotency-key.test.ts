import { expect, test } from 'vitest'
import { toBatchFingerprint, toFingerprint } from '../../../../lib/core/requests/idempotency-key.ts'

const url = 'https://bucket.example.com/a.png'
const signedAs = (signature: string) => ({ upload_url: `${url}?X-Amz-Signature=${signature}` })

test('a URL that was signed again is the same upload', () => {
  expect(toFingerprint('pdf', signedAs('aa'))).toBe(toFingerprint('pdf', signedAs('bb')))
})

test.each([
  [
    'X-Amz-Date=1&X-Amz-Security-Token=a&X-Amz-Signature=b',
    'X-Amz-Date=2&X-Amz-Security-Token=c&X-Amz-Signature=d',
  ],
  ['X-Goog-Date=1&X-Goog-Signature=b', 'X-Goog-Date=2&X-Goog-Signature=d'],
  ['AWSAccessKeyId=a&Expires=1&Signature=b', 'AWSAccessKeyId=c&Expires=2&Signature=d'],
  ['GoogleAccessId=a&Expires=1&Signature=b', 'GoogleAccessId=c&Expires=2&Signature=d'],
  ['sv=1&st=1&se=1&sr=b&sp=w&spr=https&skt=1&ske=1&sig=a', 'sv=2&st=2&se=2&sr=b&sp=cw&skt=2&ske=2&sig=b'],
])('the signatures %s and %s are of the same upload, and the rest of the query counts', (first, second) => {
  const of = (query: string) => toFingerprint('pdf', { upload_url: `${url}?${query}` })
  expect(of(first)).toBe(of(second))
  expect(of(`name=a&${first}`)).toBe(of(`${second}&name=a`))
  expect(of(`name=a&${first}`)).not.toBe(of(`name=b&${first}`))
})

test.each([
  ['another object', { upload_url: 'https://bucket.example.com/b.png?X-Amz-Signature=aa' }],
  ['no upload', {}],
  ['another page', { ...signedAs('aa'), url: `${url}?a=2` }],
])('%s is another request', (_what, options) => {
  expect(toFingerprint('pdf', options)).not.toBe(toFingerprint('pdf', signedAs('aa')))
})

test('a value of that name that is no parameter is compared whole', () => {
  const storing = (signature: string) => ({ local_storage: signedAs(signature) })
  expect(toFingerprint('pdf', storing('aa'))).not.toBe(toFingerprint('pdf', storing('bb')))
})

test('the same holds for a batch, in its options and in each request', () => {
  const batch = (signature: string, page = 'a') => ({
    operation: 'pdf',
    options: signedAs(signature),
    requests: [{ url: page }, signedAs(signature)],
  })
  expect(toBatchFingerprint(batch('aa'))).toBe(toBatchFingerprint(batch('bb')))
  expect(toBatchFingerprint(batch('aa'))).not.toBe(toBatchFingerprint(batch('aa', 'b')))
  const ofSitemap = { operation: 'pdf', options: signedAs('aa'), sitemap: url }
  expect(toBatchFingerprint(ofSitemap)).toBe(toBatchFingerprint({ ...ofSitemap, options: signedAs('bb') }))
  const named = { operation: 'pdf', options: { delay: 1, scale: 2 }, requests: [{ url, external_id: 'a' }] }
  const reordered = {
    requests: [{ external_id: 'a', url }],
    options: { scale: 2, delay: 1 },
    operation: 'pdf',
  }
  expect(toBatchFingerprint(reordered)).toBe(toBatchFingerprint(named))
})
