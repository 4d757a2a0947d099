import { PageTimeoutError } from '../../errors.ts'

/** A wait exceeded its share of the time. The code that sets the deadline handles it. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

/**
 * Settles as `promise` does, or rejects with `DeadlineError` after `ms`, or with the signal's reason once it aborts.
 * The abandoned promise cannot become an unhandled rejection.
 */
export const withDeadline = async <T>(promise: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> => {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal?.reason)
  const timer = setTimeout(() => reject(new DeadlineError(`not done after ${Math.round(ms)} ms`)), ms)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  promise.catch(() => undefined)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** As `withDeadline`, for what the page has to allow. @throws PageTimeoutError with `message` */
export const inTime = async <T>(
  promise: Promise<T>,
  ms: number,
  signal: AbortSignal | undefined,
  message: string,
): Promise<T> => {
  try {
    return await withDeadline(promise, ms, signal)
  } catch (cause) {
    if (!(cause instanceof DeadlineError)) throw cause
    throw new PageTimeoutError(message, { cause })
  }
}

/** As `withDeadline`, but a deadline that runs out gives undefined. For best-effort waits. */
export const untilDeadline = async <T>(
  promise: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | undefined> => {
  try {
    return await withDeadline(promise, ms, signal)
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}
