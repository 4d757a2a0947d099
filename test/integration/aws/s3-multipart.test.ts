import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutBucketLifecycleConfigurationCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestAws } from './test-aws.ts'
import { createTestBucket, sha256 } from './test-bucket.ts'

const mebibyte = 1024 * 1024
const Bucket = 'multipart'
let aws: Awaited<ReturnType<typeof startTestAws>>
let bucket: Awaited<ReturnType<typeof createTestBucket>>
beforeAll(async () => {
  aws = await startTestAws()
  bucket = await createTestBucket(aws.s3, Bucket)
})
afterAll(() => aws.close())

const begin = async (Key: string) => {
  const { UploadId } = await aws.s3.send(
    new CreateMultipartUploadCommand({ Bucket, Key, Metadata: { k: 'v' } }),
  )
  const at = { Bucket, Key, UploadId }
  const putPart = async (PartNumber: number, Body: Buffer) => {
    const { ETag } = await aws.s3.send(new UploadPartCommand({ ...at, PartNumber, Body }))
    return { PartNumber, ETag }
  }
  const complete = (Parts: { PartNumber: number; ETag: string | undefined }[], further: object = {}) =>
    aws.s3.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts }, ...further }))
  return { at, putPart, complete }
}

test('lib-storage uploads a stream of unknown length', async () => {
  const content = randomBytes(32 * mebibyte)
  const chunks = function* () {
    for (let start = 0; start < content.length; start += 65_536) yield content.subarray(start, start + 65_536)
  }
  const params = { Bucket, Key: 'stream', Body: Readable.from(chunks()), ContentType: 'application/pdf' }
  await new Upload({ client: aws.s3, params, partSize: 5 * mebibyte, queueSize: 2 }).done()
  expect(sha256(await bucket.bytes('stream'))).toBe(sha256(content))
  expect(await bucket.head('stream')).toMatchObject({ ContentType: 'application/pdf', ETag: /-7"$/ })
})

test('the object is the parts in order, the last upload of each, under the ETag S3 gives', async () => {
  const { at, putPart, complete } = await begin('parts')
  const last = await putPart(2, Buffer.from('end'))
  await putPart(1, Buffer.alloc(5 * mebibyte, 'a'))
  const first = await putPart(1, Buffer.alloc(5 * mebibyte, 'b'))
  const { Parts } = await aws.s3.send(new ListPartsCommand(at))
  expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [1, 5 * mebibyte],
    [2, 3],
  ])
  const { ETag } = await complete([first, last])
  const content = await bucket.bytes('parts')
  expect(content.equals(Buffer.concat([Buffer.alloc(5 * mebibyte, 'b'), Buffer.from('end')]))).toBe(true)
  const digests = [first, last].map((part) => Buffer.from(JSON.parse(part.ETag ?? ''), 'hex'))
  expect(ETag).toBe(`"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-2"`)
  expect(await bucket.head('parts')).toMatchObject({ ETag, Metadata: { k: 'v' } })
  await expect(aws.s3.send(new ListPartsCommand(at))).rejects.toMatchObject({ name: 'NoSuchUpload' })
})

test('completion with wrong parts is refused and the upload goes on', async () => {
  const { putPart, complete } = await begin('wrong')
  const small = await putPart(1, Buffer.from('small'))
  const last = await putPart(2, Buffer.from('last'))
  await expect(complete([small, last])).rejects.toMatchObject({ name: 'EntityTooSmall' })
  await expect(complete([last, small])).rejects.toMatchObject({ name: 'InvalidPartOrder' })
  await expect(complete([{ ...last, ETag: '"other"' }])).rejects.toMatchObject({ name: 'InvalidPart' })
  await expect(complete([])).rejects.toMatchObject({ name: 'MalformedXML' })
  await complete([last])
  expect(await bucket.text('wrong')).toBe('last')
})

test('completion obeys If-None-Match, and a refused one leaves the upload usable', async () => {
  await bucket.put('taken', 'first')
  const { putPart, complete } = await begin('taken')
  const part = await putPart(1, Buffer.from('second'))
  await expect(complete([part], { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  expect(await bucket.text('taken')).toBe('first')
  await complete([part])
  expect(await bucket.text('taken')).toBe('second')
})

test('an aborted upload is gone', async () => {
  const { at, putPart } = await begin('aborted')
  await putPart(1, Buffer.from('x'))
  const uploads = async () => (await aws.s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []
  expect((await uploads()).map(({ Key }) => Key)).toContain('aborted')
  await aws.s3.send(new AbortMultipartUploadCommand(at))
  expect((await uploads()).map(({ Key }) => Key)).not.toContain('aborted')
  await expect(putPart(2, Buffer.from('x'))).rejects.toMatchObject({ name: 'NoSuchUpload' })
})

test('copying a part is refused rather than storing an empty one', async () => {
  const { at } = await begin('part copy')
  const copy = new UploadPartCopyCommand({ ...at, PartNumber: 1, CopySource: `${Bucket}/parts` })
  await expect(aws.s3.send(copy)).rejects.toMatchObject({ name: 'NotImplemented' })
})

test('an abandoned upload goes when the lifecycle says so', async () => {
  await begin('abandoned')
  const Rules = [
    {
      Status: 'Enabled' as const,
      Filter: { Prefix: '' },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    },
  ]
  await aws.s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }))
  aws.clock.aheadMs = 25 * 60 * 60 * 1000
  aws.aws.services.s3.sweepExpired()
  aws.clock.aheadMs = 0
  const { Uploads } = await aws.s3.send(new ListMultipartUploadsCommand({ Bucket }))
  expect(Uploads ?? []).toEqual([])
})
