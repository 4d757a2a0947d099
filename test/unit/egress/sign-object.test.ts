import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signObject } from '../../../lib/egress/sign-object.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const request = {
  ...({ method: 'PUT', region: 'us-east-1', key, nowMs: Date.UTC(2013, 4, 24) } as const),
  headers: { 'content-type': 'image/png' },
  sha256: hash('a file'),
}

/** Computes the signature independently, as https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html describes it. */
const expected = (url: URL, token?: string) => {
  const signed = {
    ...{ 'content-type': 'image/png', host: url.host, 'x-amz-content-sha256': hash('a file') },
    'x-amz-date': '20130524T000000Z',
    ...(token && { 'x-amz-security-token': token }),
  }
  const names = Object.keys(signed).join(';')
  const headers = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const canonical = ['PUT', url.pathname, '', headers.join(''), names, hash('a file')].join('\n')
  const scope = '20130524/us-east-1/s3/aws4_request'
  const text = ['AWS4-HMAC-SHA256', '20130524T000000Z', scope, hash(canonical)].join('\n')
  const signingKey = ['20130524', 'us-east-1', 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${key.secretAccessKey}`,
  )
  const signature = hmac(signingKey, text).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

test.each([
  'https://results.s3.us-east-1.amazonaws.com/a/b.png',
  'https://r2.example.com/results/day%3D1/b.png',
  'http://127.0.0.1:9000/results/b.png',
])('the request to %s is signed with its body, type and host', async (url) => {
  const headers = await signObject({ ...request, url })
  expect(headers['authorization']).toBe(expected(new URL(url)))
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-amz-content-sha256': hash('a file') })
})

test('the token of a role is signed too', async () => {
  const url = 'https://r2.example.com/results/b.png'
  const headers = await signObject({ ...request, url, key: { ...key, sessionToken: 'token' } })
  expect(headers['x-amz-security-token']).toBe('token')
  expect(headers['authorization']).toBe(expected(new URL(url), 'token'))
})
