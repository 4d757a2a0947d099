import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestAws } from './test-aws.ts'
import { createTestBucket } from './test-bucket.ts'

let aws: Awaited<ReturnType<typeof startTestAws>>
let bucket: Awaited<ReturnType<typeof createTestBucket>>
beforeAll(async () => {
  aws = await startTestAws()
  bucket = await createTestBucket(aws.s3, 'access')
  await bucket.put('digits', '0123456789')
})
afterAll(() => aws.close())

const presign = (further: object = {}, expiresIn = 60) =>
  getSignedUrl(aws.s3, new GetObjectCommand({ Bucket: 'access', Key: 'digits', ...further }), { expiresIn })

describe('presigned addresses', () => {
  test('one serves the object, in ranges too, with the headers that were signed', async () => {
    const url = await presign({
      ResponseContentDisposition: 'attachment; filename="report.pdf"',
      ResponseContentType: 'application/pdf',
    })
    const part = await fetch(url, { headers: { range: 'bytes=0-2' } })
    expect([part.status, await part.text()]).toEqual([206, '012'])
    const whole = await fetch(url)
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="report.pdf"')
    expect(whole.headers.get('content-type')).toBe('application/pdf')
  })

  test('one ends after its time', async () => {
    const url = await presign({}, 60)
    aws.clock.aheadMs = 59_000
    const before = await fetch(url)
    aws.clock.aheadMs = 61_000
    const after = await fetch(url)
    aws.clock.aheadMs = 0
    expect([before.status, after.status]).toEqual([200, 403])
    expect(await after.text()).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>')
  })

  test.each([
    ['its signature', /X-Amz-Signature=\w{6}/, 'X-Amz-Signature=000000'],
    ['its duration', /X-Amz-Expires=60/, 'X-Amz-Expires=600000'],
    ['its key', '/access/digits', '/access/other'],
    ['a response header', 'x-id=GetObject', 'x-id=GetObject&response-content-type=text%2Fhtml'],
  ])('one with %s changed is refused', async (_part, from, to) => {
    const changed = (await presign()).replace(from, to)
    expect(changed).not.toBe(await presign())
    const response = await fetch(changed)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('SignatureDoesNotMatch')
  })

  test('one for an upload keeps the content type and the metadata', async () => {
    const upload = new PutObjectCommand({
      Bucket: 'access',
      Key: 'up/x.json',
      ContentType: 'application/json',
      Metadata: { m: '1' },
    })
    const url = await getSignedUrl(aws.s3, upload, {
      expiresIn: 60,
      unhoistableHeaders: new Set(['x-amz-meta-m']),
    })
    const headers = { 'content-type': 'application/json', 'x-amz-meta-m': '1' }
    const response = await fetch(url, { method: 'PUT', body: '{"a":1}', headers })
    expect(response.status).toBe(200)
    expect(await bucket.text('up/x.json')).toBe('{"a":1}')
    expect(await bucket.head('up/x.json')).toMatchObject({
      ContentType: 'application/json',
      Metadata: { m: '1' },
    })
  })
})

test('an unsigned request is refused', async () => {
  expect((await fetch(`${aws.aws.url}/access/digits`)).status).toBe(403)
  expect((await fetch(`${aws.aws.url}/access/new`, { method: 'PUT', body: 'x' })).status).toBe(403)
  await expect(bucket.head('new')).rejects.toMatchObject({ name: 'NotFound' })
})

test.each([
  [{ accessKeyId: 'other', secretAccessKey: 'local' }, 'InvalidAccessKeyId'],
  [{ accessKeyId: 'local', secretAccessKey: 'other' }, 'SignatureDoesNotMatch'],
])('the credentials %o are refused', async (credentials, name) => {
  const stranger = new S3Client({ endpoint: aws.aws.url, region: 'us-east-1', credentials, maxAttempts: 1 })
  onTestFinished(() => stranger.destroy())
  await expect(stranger.send(new ListObjectsV2Command({ Bucket: 'access' }))).rejects.toMatchObject({ name })
})

test('a signed request from another hour is refused', async () => {
  aws.clock.aheadMs = 60 * 60_000
  // The SDK corrects its clock by the answer's date; one attempt shows the first answer.
  await expect(bucket.get('digits')).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' })
  aws.clock.aheadMs = 0
})

test.each([
  'dots/../../../../escape',
  './here',
  '/lead',
  'a//b',
  'k'.repeat(300),
  `${'n/'.repeat(400)}end`,
  'both',
  'both/child',
  'trail/',
  'pct%2Fkey',
  'q?x=1#h',
  'back\\slash',
  'CON:|',
  'control\u0001<&>',
])('the key %j is a key like any other', async (key) => {
  await bucket.put(key, `value of ${key}`)
  expect(await bucket.text(key)).toBe(`value of ${key}`)
})

test('a key longer than 1,024 bytes is refused', async () => {
  await expect(bucket.put('é'.repeat(513), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' })
})

test('no key is a path: nothing is written outside the folder of blobs', async () => {
  await bucket.put('../../../escaped', 'x')
  expect(
    readdirSync(join(aws.dataDir, 's3')).every((name) => /^(blobs|s3\.db(-shm|-wal)?)$/.test(name)),
  ).toBe(true)
  expect(existsSync(join(dirname(aws.dataDir), 'escaped'))).toBe(false)
})

test('a malformed address is refused', async () => {
  expect((await fetch(`${aws.aws.url}/access/%E0%A4%A`)).status).toBe(400)
})

describe('CORS', () => {
  const preflight = (method: string, origin = 'https://app.test') =>
    fetch(`${aws.aws.url}/access/digits`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type, x-secret',
      },
    })
  const allow = (rule: object) =>
    aws.s3.send(
      new PutBucketCorsCommand({
        Bucket: 'access',
        CORSConfiguration: {
          CORSRules: [{ AllowedMethods: ['GET', 'PUT'], AllowedOrigins: ['https://*.test'], ...rule }],
        },
      }),
    )

  test('without a rule a preflight is refused', async () => {
    expect((await preflight('GET')).status).toBe(403)
  })

  test('a preflight is answered by the rule that covers it', async () => {
    await allow({ AllowedHeaders: ['Content-*'], MaxAgeSeconds: 60 })
    const allowed = await preflight('PUT')
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.test')
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type')
    expect(allowed.headers.get('access-control-max-age')).toBe('60')
    expect((await preflight('DELETE')).status).toBe(403)
    expect((await preflight('GET', 'https://app.example')).status).toBe(403)
  })

  test('an answer can be read by the page, errors too', async () => {
    await allow({ AllowedOrigins: ['*'], ExposeHeaders: ['ETag'] })
    const headers = { origin: 'https://anywhere.example' }
    const found = await fetch(await presign(), { headers })
    expect(found.headers.get('access-control-allow-origin')).toBe('*')
    expect(found.headers.get('access-control-expose-headers')).toBe('ETag')
    const refused = await fetch(`${aws.aws.url}/access/digits`, { headers })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
  })
})

test('an upload that is cut off leaves nothing behind', async () => {
  const blobs = () =>
    readdirSync(join(aws.dataDir, 's3', 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length
  const before = blobs()
  const url = new URL(await getSignedUrl(aws.s3, new PutObjectCommand({ Bucket: 'access', Key: 'cut off' })))
  const socket = connect(aws.aws.port, '127.0.0.1')
  socket.write(
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: 1000\r\n\r\npart`,
  )
  await vi.waitFor(() => expect(blobs()).toBe(before + 1), { interval: 5 })
  socket.destroy()
  await vi.waitFor(() => expect(blobs()).toBe(before), { interval: 5 })
  await expect(bucket.head('cut off')).rejects.toMatchObject({ name: 'NotFound' })
})
