/** An error as SQS words it: `code` is what the SDK throws by name. */
export class SqsError extends Error {
  readonly code: string
  /** The code of the older query protocol, which the SDK still reads. */
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

/** An error whose code in the query protocol is the same behind a prefix. */
export const prefixedError = (code: string, message: string) =>
  new SqsError(code, message, `${queryPrefix}.${code}`)
