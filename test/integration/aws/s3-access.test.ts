import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestAws } from './test-aws.ts'
import { createTestBucket } from './test-bucket.ts'

const signedForS3 =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0'

let aws: Awaited<ReturnType<typeof startTestAws>>
let bucket: Awaited<ReturnType<typeof createTestBucket>>
beforeAll(async () => {
  aws = await startTestAws()
  bucket = await createTestBucket(aws.s3, 'access')
  await bucket.put('digits', '0123456789')
})
afterAll(() => aws.close())

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
])('the key %j is an ordinary key', async (key) => {
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

test('a malformed URL is refused', async () => {
  const headers = { authorization: signedForS3 }
  expect((await fetch(`${aws.aws.url}/access/%E0%A4%A`, { headers })).status).toBe(400)
})

test.each([
  ['a list of objects', 'GET', '/access'],
  ['a list of buckets', 'GET', '/'],
  ['the deletion of a bucket', 'DELETE', '/access'],
  ['an upload in parts', 'POST', '/access/key'],
  ['a subresource', 'PUT', '/access/digits?acl'],
  ['a subresource of a bucket', 'PUT', '/access?versioning'],
])('%s is not implemented and changes nothing', async (_what, method, path) => {
  const response = await fetch(aws.aws.url + path, { method, headers: { authorization: signedForS3 } })
  expect(response.status).toBe(501)
  expect(await response.text()).toContain('is not implemented in the embedded cloud.')
  expect(await bucket.text('digits')).toBe('0123456789')
})

test('an option that would be ignored is refused', async () => {
  const put = bucket.put('digits', 'x', { ACL: 'public-read' })
  await expect(put).rejects.toMatchObject({ name: 'NotImplemented' })
  expect(await bucket.text('digits')).toBe('0123456789')
})

test('a body in aws-chunked encoding is not implemented', async () => {
  const Body = Readable.from(['streamed'])
  const put = aws.s3.send(new PutObjectCommand({ Bucket: 'access', Key: 'streamed', Body, ContentLength: 8 }))
  await expect(put).rejects.toMatchObject({ name: 'NotImplemented' })
  await expect(bucket.get('streamed')).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('an interrupted upload leaves nothing behind', async () => {
  const blobs = () =>
    readdirSync(join(aws.dataDir, 's3', 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length
  const before = blobs()
  const socket = connect(aws.aws.port, '127.0.0.1')
  socket.write(
    `PUT /access/cut-off HTTP/1.1\r\nhost: s3\r\nauthorization: ${signedForS3}\r\ncontent-length: 1000\r\n\r\npart`,
  )
  await expect.poll(blobs, { interval: 5 }).toBe(before + 1)
  socket.destroy()
  await expect.poll(blobs, { interval: 5 }).toBe(before)
  await expect(bucket.get('cut-off')).rejects.toMatchObject({ name: 'AccessDenied' })
})
