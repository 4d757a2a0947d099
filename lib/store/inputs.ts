import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { RequestKey } from '../core/requests/request-record.ts'
import { throwRefusedObject } from './refused-object.ts'

/** Options that are too large for their request's record, until the request ends, and the lists of batches. */
export interface InputStore {
  put(key: RequestKey, options: Record<string, unknown>): Promise<void>
  /**
   * Also rejects for an input that was deleted because the request has ended: S3 reveals this only to roles that can list the bucket, and
   * no role can.
   */
  get(key: RequestKey): Promise<Record<string, unknown>>
  /** Safe to repeat. */
  delete(key: RequestKey): Promise<void>
}

interface Deps {
  s3: Pick<S3Client, 'send'>
  bucket: string
}

const objectKey = ({ accountId, id }: RequestKey) => `inputs/${accountId}/${id}.json`

export const createInputStore = ({ s3, bucket: Bucket }: Deps): InputStore => ({
  async put(key, options) {
    const command = new PutObjectCommand({
      Bucket,
      Key: objectKey(key),
      Body: JSON.stringify(options),
      ContentType: 'application/json',
    })
    await s3.send(command).catch(throwRefusedObject)
  },

  async get(key) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: objectKey(key) }))
    if (!Body) throw new Error('S3 returned an object without a body.')
    return JSON.parse(await Body.transformToString())
  },

  async delete(key) {
    await s3.send(new DeleteObjectCommand({ Bucket, Key: objectKey(key) }))
  },
})
