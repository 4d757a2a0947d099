/** The error format of the Runtime API. */
export interface ErrorPayload {
  errorType: string
  errorMessage: string
  trace?: string[]
}

/** The function threw, crashed or timed out. `name` is the error type that Lambda reports. */
export class FunctionError extends Error {
  readonly payload: ErrorPayload

  constructor(payload: ErrorPayload, options?: ErrorOptions) {
    super(payload.errorMessage, options)
    this.name = payload.errorType
    this.payload = payload
  }
}

/** The caller disconnected before the function started. */
export class InvocationCanceledError extends Error {
  override readonly name = 'InvocationCanceledError'
}

/** The Lambda host is closed. The function did not start. */
export class LambdaClosedError extends Error {
  override readonly name = 'LambdaClosedError'
}

export const taskTimedOut = (requestId: string, timeoutMs: number) =>
  new FunctionError({
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
  })

export const initTimedOut = (timeoutMs: number) =>
  new FunctionError({
    errorType: 'Sandbox.Timedout',
    errorMessage: `Init timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
  })

export const runtimeExited = (requestId: string, code: number | null, signal: string | null) =>
  new FunctionError({
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited with error: ${signal ? `signal: ${signal}` : `exit status ${code}`}`,
  })
