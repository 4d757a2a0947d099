/** A wait took longer than it may. The code that sets the deadline handles it. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
  /** Whether the timer itself was late, because the process was stopped in the meantime. */
  readonly isFrozen: boolean

  constructor(message: string, isFrozen = false) {
    super(message)
    this.isFrozen = isFrozen
  }
}

/** A timer that is this late shows that the process was stopped, as Lambda stops it between invocations. */
const frozenMs = 1000

/** After a stop, what was awaited may have arrived as well, but is read only after the timers. */
const thawMs = 100

/** Handles the rejection of a promise whose failure is reported in another way. */
export const ignore = (): void => {}

/**
 * Settles as `promise` does, or rejects with the signal's reason if that aborts first. The abandoned promise cannot become an
 * unhandled rejection.
 */
export const abortable = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  promise.catch(ignore)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Resolves after `ms`, or rejects with the signal's reason if that aborts first. */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  const { promise: passed, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(0, ms))
  try {
    await (signal ? abortable(passed, signal) : passed)
  } finally {
    clearTimeout(timer)
  }
}

/** Settles as `promise` does, but rejects with a `DeadlineError`, or what `late` makes of it, after `ms`, and with the signal's reason if that aborts first. */
export const within = async <T>(
  promise: Promise<T>,
  ms: number,
  signal?: AbortSignal,
  late = (error: DeadlineError): Error => error,
): Promise<T> => {
  const deadline = new AbortController()
  const expire = (isFrozen: boolean) =>
    deadline.abort(late(new DeadlineError(`not done after ${Math.round(ms)} ms`, isFrozen)))
  const dueMs = performance.now() + ms
  let timer = setTimeout(
    () => {
      if (performance.now() < dueMs + frozenMs) expire(false)
      else timer = setTimeout(expire, thawMs, true)
    },
    Math.max(0, ms),
  )
  try {
    const inTime = abortable(promise, deadline.signal)
    return await (signal ? abortable(inTime, signal) : inTime)
  } finally {
    clearTimeout(timer)
  }
}

/** Settles as `promise` does, but resolves to undefined after `ms`. For waits that a caller can do without. */
export const until = async <T>(
  promise: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | undefined> => {
  try {
    return await within(promise, ms, signal)
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}

/** Runs `work` and adds its duration to the phase of the report, even if it throws. */
export const timed = async <Phase extends string, T>(
  report: { phasesMs: Partial<Record<Phase, number>> },
  phase: Phase,
  work: () => Promise<T>,
): Promise<T> => {
  const startedMs = performance.now()
  try {
    return await work()
  } finally {
    report.phasesMs[phase] = (report.phasesMs[phase] ?? 0) + Math.round(performance.now() - startedMs)
  }
}
