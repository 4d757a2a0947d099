/** For a promise whose failure is told by another way. */
export const ignore = (): void => {}

/** Settles as `promise` does, or rejects with the signal's reason if that aborts first. */
export const abortable = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  promise.catch(ignore)
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}

/** True when the promise resolves in time, false when it fails or takes longer. */
export const settlesWithin = async (promise: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const { promise: expired, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), milliseconds)
  const resolved = promise.then(
    () => true,
    () => false,
  )
  return Promise.race([resolved, expired]).finally(() => clearTimeout(timer))
}
