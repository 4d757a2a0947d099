import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { fileLifetimes } from '../infra/files.ts'

export const resultsBucket = 'results'

const rules = fileLifetimes.map(({ id, prefix, days }) => ({
  ID: id,
  Status: 'Enabled' as const,
  Filter: { Prefix: prefix },
  Expiration: { Days: days },
}))

/** Creates the results bucket and its lifecycle rules unless they exist. */
export const ensureBucket = async (s3: S3Client) => {
  try {
    await s3.send(new CreateBucketCommand({ Bucket: resultsBucket }))
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error
  }
  await s3.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: resultsBucket,
      LifecycleConfiguration: { Rules: rules },
    }),
  )
}
