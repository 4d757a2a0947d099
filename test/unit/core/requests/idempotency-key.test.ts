import { expect, test } from 'vitest'
import { toBatchFingerprint, toFingerprint } from '../../../../lib/core/requests/idempotency-key.ts'

const url = 'https://bucket.example.com/a.png'
const signedAs = (signature: string) => ({ upload_url: `${url}?X-Amz-Signature=${signature}` })

test('a URL that was signed again is the same upload', () => {
  expect(toFingerprint('pdf', signedAs('aa'))).toBe(toFingerprint('pdf', signedAs('bb')))
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
})
