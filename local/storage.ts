import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3'

export const resultsBucket = 'results'

const days = (prefix: string, Days: number) => ({
  ID: prefix,
  Status: 'Enabled' as const,
  Filter: { Prefix: prefix },
  Expiration: { Days },
})

/** Creates the results' bucket where it is not there yet, with the lifecycle that production has; safe to repeat. */
export const ensureBucket = async (s3: S3Client) => {
  try {
    await s3.send(new CreateBucketCommand({ Bucket: resultsBucket }))
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error
  }
  await s3.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: resultsBucket,
      // A result lives for 30 days at most, the input of a request until it has ended.
      LifecycleConfiguration: { Rules: [days('cache/', 31), days('inputs/', 3)] },
    }),
  )
}
