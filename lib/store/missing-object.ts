/**
 * Returns whether a read of S3 failed because the object does not exist. S3 says so only to roles that can list the bucket, and no role
 * can. For the others it returns 403 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html).
 */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'AccessDenied')
