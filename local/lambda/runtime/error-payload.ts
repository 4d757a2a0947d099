import type { ErrorPayload } from '../function-error.ts'

export const toErrorPayload = (thrown: unknown): ErrorPayload =>
  thrown instanceof Error
    ? { errorType: thrown.name, errorMessage: thrown.message, trace: String(thrown.stack).split('\n') }
    : { errorType: typeof thrown, errorMessage: String(thrown), trace: [] }
