/**
 * Rethrows the error of a write to S3. A 400 refuses the object, as a name that is too long for the metadata, and would come again. Without
 * the SDK's `$metadata`, it is not taken for an outage, which would be repeated for hours.
 */
export const throwRefusedObject = (error: unknown): never => {
  const { $metadata, name, message } = error as Error & { $metadata?: { httpStatusCode?: number } }
  throw $metadata?.httpStatusCode === 400
    ? new Error(`S3 refused the object: ${name}: ${message}`, { cause: error })
    : error
}
