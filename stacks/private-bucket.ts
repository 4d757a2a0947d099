import { toBucketName } from './names.ts'

/** Creates an encrypted bucket without public access. Only `allowDistribution` makes it readable. */
export const privateBucket = (name: string) => {
  const bucket = new aws.s3.Bucket(`${name}Bucket`, {
    bucket: toBucketName(name.toLowerCase()),
    forceDestroy: $app.removal === 'remove',
  })
  new aws.s3.BucketPublicAccessBlock(`${name}PublicAccess`, {
    bucket: bucket.bucket,
    blockPublicAcls: true,
    blockPublicPolicy: true,
    ignorePublicAcls: true,
    restrictPublicBuckets: true,
  })
  new aws.s3.BucketOwnershipControls(`${name}Ownership`, {
    bucket: bucket.bucket,
    rule: { objectOwnership: 'BucketOwnerEnforced' },
  })
  new aws.s3.BucketServerSideEncryptionConfiguration(`${name}Encryption`, {
    bucket: bucket.bucket,
    rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: 'AES256' } }],
  })
  return bucket
}

/**
 * Allows one distribution to read below a prefix, over TLS only, and with `knowsMissing` to see that an object does not exist. The service does not use sst.aws.Bucket: its `access: "cloudfront"`
 * allows the distributions of all AWS accounts, and its policy must exist before the distribution does.
 */
export const allowDistribution = (
  name: string,
  bucket: aws.s3.Bucket,
  distribution: { arn: $util.Input<string>; prefix: string; knowsMissing?: true },
) => {
  const onlyDistribution = {
    principals: [{ type: 'Service', identifiers: ['cloudfront.amazonaws.com'] }],
    conditions: [{ test: 'StringEquals', variable: 'aws:SourceArn', values: [distribution.arn] }],
  }
  // S3 returns 404 for a missing object only to callers that can list the bucket, and 403 to others:
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
  const listing = { actions: ['s3:ListBucket'], resources: [bucket.arn], ...onlyDistribution }
  return new aws.s3.BucketPolicy(`${name}Policy`, {
    bucket: bucket.bucket,
    policy: aws.iam.getPolicyDocumentOutput({
      statements: [
        {
          actions: ['s3:GetObject'],
          resources: [$interpolate`${bucket.arn}/${distribution.prefix}*`],
          ...onlyDistribution,
        },
        ...(distribution.knowsMissing ? [listing] : []),
        {
          effect: 'Deny',
          actions: ['s3:*'],
          resources: [bucket.arn, $interpolate`${bucket.arn}/*`],
          principals: [{ type: '*', identifiers: ['*'] }],
          conditions: [{ test: 'Bool', variable: 'aws:SecureTransport', values: ['false'] }],
        },
      ],
    }).json,
  })
}
