/** An error in S3's wire format. The SDK throws it with `code` as its name. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string
  /** Further elements of the error document. */
  readonly details: Record<string, string | number>

  constructor(status: number, code: string, message: string, details: Record<string, string | number> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export const notImplemented = (what: string) =>
  new S3Error(501, 'NotImplemented', `${what} is not implemented in the embedded cloud.`)

/**
 * The error for a missing object. S3 returns 404 only to callers that can list the bucket, and no role of a stage can:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export const missingObject = (canList: boolean) =>
  canList
    ? new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
    : new S3Error(403, 'AccessDenied', 'Access Denied')

/** Returns whether the client disconnected while sending or reading a body. */
export const isDisconnect = (error: unknown) =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')
