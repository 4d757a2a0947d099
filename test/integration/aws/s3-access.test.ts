import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestAws } from './test-aws.ts'
import { createTestBucket } from './test-bucket.ts'

const signedForS3 =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0'

const aws = await startTestAws()
const bucket = await createTestBucket(aws.s3, 'access')
await bucket.put('digits', '0123456789')
afterAll(() => aws.close())

const countBlobs = () =>
  readdirSync(join(aws.dataDir, 's3', 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

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

test.each([
  [
    'its own headers',
    (bytes: number) => ({ ContentDisposition: 'x'.repeat(bytes - 'content-disposition'.length) }),
  ],
  ['headers of the caller', (bytes: number) => ({ Metadata: { k: 'x'.repeat(bytes - 1) } })],
])('an object with more than 2 KB of %s is refused, and leaves nothing behind', async (_name, describe) => {
  const ContentType = 'a/b'
  const own = describe(2048)
  const fitting = 'Metadata' in own ? own : describe(2048 - 'content-typea/b'.length)
  await bucket.put('described', 'x', { ContentType, ...fitting })
  const before = countBlobs()
  const tooMuch = 'Metadata' in own ? describe(2049) : describe(2049 - 'content-typea/b'.length)
  await expect(bucket.put('described', 'y', { ContentType, ...tooMuch })).rejects.toMatchObject({
    name: 'MetadataTooLarge',
  })
  expect(countBlobs()).toBe(before)
  expect(await bucket.text('described')).toBe('x')
})

test.each(['bytes=3-2', 'bytes=9-0', 'bytes=-', 'chars=0-1'])(
  'the range %s is none, and is ignored',
  async (Range) => {
    expect(await bucket.text('digits', { Range })).toBe('0123456789')
  },
)

test('no key is a path: nothing is written outside the folder of blobs', async () => {
  await bucket.put('../../../escaped', 'x')
  expect(
    readdirSync(join(aws.dataDir, 's3')).every((name) => /^(blobs|s3\.db(-shm|-wal)?)$/.test(name)),
  ).toBe(true)
  expect(existsSync(join(dirname(aws.dataDir), 'escaped'))).toBe(false)
})

test('an interrupted upload leaves nothing behind', async () => {
  const before = countBlobs()
  const socket = connect(aws.aws.port, '127.0.0.1')
  socket.write(
    `PUT /access/cut-off HTTP/1.1\r\nhost: s3\r\nauthorization: ${signedForS3}\r\ncontent-length: 1000\r\n\r\npart`,
  )
  await expect.poll(countBlobs, { interval: 5 }).toBe(before + 1)
  socket.destroy()
  await expect.poll(countBlobs, { interval: 5 }).toBe(before)
  await expect(bucket.get('cut-off')).rejects.toMatchObject({ name: 'AccessDenied' })
})
