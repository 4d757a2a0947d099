/** An error in SQS's wire format. The SDK throws it with `code` as its name. */
export class SqsError extends Error {
  readonly code: string
  /** The code of the older query protocol, which the SDK reads as well. */
  readonly queryCode: string

  constructor(code: string, message: string, queryCode = code) {
    super(message)
    this.name = code
    this.code = code
    this.queryCode = queryCode
  }
}

const queryPrefix = 'AWS.SimpleQueueService'

export const invalidParameter = (message: string) => new SqsError('InvalidParameterValue', message)

export const missingParameter = (name: string) =>
  new SqsError('MissingParameter', `The request must contain the parameter ${name}.`)

export const noSuchQueue = () =>
  new SqsError('QueueDoesNotExist', 'The specified queue does not exist.', `${queryPrefix}.NonExistentQueue`)

/** Creates an error whose code has a prefix in the query protocol. */
export const prefixedError = (code: string, message: string) =>
  new SqsError(code, message, `${queryPrefix}.${code}`)

export const notImplemented = (what: string) =>
  new SqsError('UnsupportedOperation', `${what} is not implemented in the embedded cloud.`)
