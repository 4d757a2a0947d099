/**
 * Rethrows the error of a write to S3. A 400 refuses the object, as a name that is too long for the metadata, and would come again, unless
 * it is one of `outages`. Without the SDK's `$metadata`, it is not taken for an outage, which would be repeated for hours.
 */
export const throwRefusedObject = (error: unknown): never => {
  const { $metadata, name, message } = error as Error & { $metadata?: { httpStatusCode?: number } }
  throw $metadata?.httpStatusCode === 400 && !outages.has(name)
    ? new Error(`S3 refused the object: ${name}: ${message}`, { cause: error })
    : error
}

/** Say nothing about the object: the connection, the clock or the credentials (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const outages: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'IncompleteBody',
  'BadDigest',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
  'RequestTimeTooSkewed',
])
