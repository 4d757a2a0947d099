import { type S3Call, sendEmpty } from './call.ts'
import { S3Error } from './errors.ts'
import { assertLifecycleIsSupported } from './lifecycle.ts'
import { receiveText } from './receive.ts'
import { requireBucket, type S3Store } from './store.ts'

const bucketName = /^(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** CreateBucket. */
export const createBucket = ({ database, nowMs }: S3Store, { request, response, bucket }: S3Call) => {
  request.resume()
  if (!bucketName.test(bucket))
    throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.')
  if (database.findBucket(bucket)) {
    throw new S3Error(
      409,
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
    )
  }
  database.insertBucket(bucket, nowMs())
  sendEmpty(response, 200, { location: `/${bucket}` })
}

/** PutBucketLifecycleConfiguration. */
export const putLifecycle = async (store: S3Store, call: S3Call) => {
  const text = await receiveText(call.request)
  assertLifecycleIsSupported(text)
  const bucket = requireBucket(store, call.bucket)
  bucket.configuration.lifecycle = text
  store.database.saveConfiguration(bucket)
  sendEmpty(call.response)
}
