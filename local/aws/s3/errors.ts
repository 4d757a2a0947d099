/** An error as S3 words it: `code` is what the SDK throws by name. */
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

export const notEmulated = (what: string) =>
  new S3Error(501, 'NotImplemented', `${what} is not emulated: the service does not use it.`)

export const noSuchKey = () => new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')

/** The caller went away while it was sending or reading a body. */
export const isDisconnect = (error: unknown) =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')
