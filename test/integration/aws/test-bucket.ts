import { createHash } from 'node:crypto'
import {
  CreateBucketCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'

type Further<T> = Partial<Omit<T, 'Bucket' | 'Key'>>

/** Short forms of the calls on one bucket. */
export const createTestBucket = async (s3: S3Client, Bucket: string) => {
  await s3.send(new CreateBucketCommand({ Bucket }))
  return bucketCalls(s3, Bucket)
}

export const bucketCalls = (s3: S3Client, Bucket: string) => {
  const get = (Key: string, further: Further<GetObjectCommandInput> = {}) =>
    s3.send(new GetObjectCommand({ Bucket, Key, ...further }))
  return {
    Bucket,
    get,
    put: (
      Key: string,
      Body: NonNullable<PutObjectCommandInput['Body']>,
      further: Further<PutObjectCommandInput> = {},
    ) => s3.send(new PutObjectCommand({ Bucket, Key, Body, ...further })),
    head: (Key: string) => s3.send(new HeadObjectCommand({ Bucket, Key })),
    text: async (Key: string, further: Further<GetObjectCommandInput> = {}) =>
      (await (await get(Key, further)).Body?.transformToString()) ?? '',
    bytes: async (Key: string) => {
      const content = await (await get(Key)).Body?.transformToByteArray()
      return content ? Buffer.from(content) : Buffer.alloc(0)
    },
  }
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
