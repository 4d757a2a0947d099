import { expect, test } from 'vitest'
import { checkSignature, credentialScopeOf } from '../../../../local/aws/sigv4.ts'

// The worked examples of the S3 documentation:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and sigv4-query-string-auth.html
const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
const signedAtMs = Date.UTC(2013, 4, 24)
const secretOf = (accessKeyId: string) =>
  accessKeyId === 'AKIAIOSFODNN7EXAMPLE' ? 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' : undefined

const signedGet = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-date': '20130524T000000Z',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
}
const presignedGet = {
  method: 'GET',
  url: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headers: { host: 'examplebucket.s3.amazonaws.com' },
}

test.each([
  ['in the header', signedGet],
  ['in the query', presignedGet],
])("the signature of AWS's own example %s is accepted", (_place, request) => {
  expect(checkSignature(request, secretOf, signedAtMs)).toBeUndefined()
  expect(credentialScopeOf(request)?.service).toBe('s3')
})

test.each([
  ['another method', { ...signedGet, method: 'PUT' }, 'SignatureDoesNotMatch'],
  ['another path', { ...signedGet, url: '/test2.txt' }, 'SignatureDoesNotMatch'],
  ['a further parameter', { ...signedGet, url: '/test.txt?acl' }, 'SignatureDoesNotMatch'],
  [
    'another signed header',
    { ...signedGet, headers: { ...signedGet.headers, range: 'bytes=0-99' } },
    'SignatureDoesNotMatch',
  ],
  ['another host', { ...presignedGet, headers: { host: 'other' } }, 'SignatureDoesNotMatch'],
  ['no signature', { method: 'GET', url: '/test.txt', headers: {} }, 'AccessDenied'],
  ['no date', { ...presignedGet, url: presignedGet.url.replace(/X-Amz-Date=\w+&/, '') }, 'AccessDenied'],
])('a request with %s is refused', (_change, request, code) => {
  expect(checkSignature(request, secretOf, signedAtMs)).toMatchObject({ code })
})

test.each([
  ['a signed request', signedGet, 15 * 60_000, 'RequestTimeTooSkewed'],
  ['a presigned address', presignedGet, 86_400_001, 'AccessDenied'],
])('%s is refused after its time', (_kind, request, ageMs, code) => {
  expect(checkSignature(request, secretOf, signedAtMs + ageMs - 2)).toBeUndefined()
  expect(checkSignature(request, secretOf, signedAtMs + ageMs)).toMatchObject({ code })
})
