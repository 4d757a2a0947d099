/** An error in EventBridge Scheduler's wire format. The SDK throws it with `type` as its name. */
export class SchedulerError extends Error {
  readonly status: number
  readonly type: string

  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }
}

export const invalid = (message: string) => new SchedulerError(400, 'ValidationException', message)

export const conflict = (message: string) => new SchedulerError(409, 'ConflictException', message)

export const notFound = (what: string) =>
  new SchedulerError(404, 'ResourceNotFoundException', `${what} does not exist.`)

/** An invalid schedule expression or time zone. */
export class ExpressionError extends Error {}
