import { StillframeError, toRetrySeconds } from './errors.ts'

interface PreparedRequest {
  url: string
  init: RequestInit
  /** Whether a repetition is safe although the first one may have had its effect. */
  isRepeatable: boolean
}

interface SendSettings {
  retries?: number
  fetch?: typeof fetch
}

/** A longer wait is for the caller to decide. The window of the rate limit is a minute. */
export const waitSecondsMax = 60

/**
 * Sends a request, and repeats it while the service is busy or cannot be reached. Returns the last response, whatever its status.
 * @throws StillframeError without a response, or the reason of the signal
 */
export const send = async (
  { url, init, isRepeatable }: PreparedRequest,
  { retries = 2, fetch: fetchNow = globalThis.fetch }: SendSettings,
): Promise<Response> => {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await fetchNow(url, init).catch((error: unknown) => ({ error }))
    const isLast = attempt >= retries || init.signal?.aborted === true
    const seconds = isLast ? undefined : secondsUntilNext(outcome, attempt, isRepeatable)
    if (seconds === undefined) return toResponse(outcome, init.signal)
    // An unread body keeps its connection.
    if ('body' in outcome) await outcome.body?.cancel()
    await pause(seconds, init.signal)
  }
}

/** @throws StillframeError, or the reason of the signal */
const toResponse = (outcome: Response | { error: unknown }, signal?: AbortSignal | null): Response => {
  if (!('error' in outcome)) return outcome
  if (signal?.aborted) throw outcome.error
  throw toUnreachable(outcome.error)
}

const toUnreachable = (cause: unknown) =>
  new StillframeError('The service cannot be reached.', { status: 0, code: 'unreachable', cause })

/**
 * Reads the body of a response.
 * @throws StillframeError if the connection is lost, or the reason of the signal
 */
export const readBody = async <Body>(
  response: Response,
  signal: AbortSignal | null,
  read: (response: Response) => Promise<Body>,
): Promise<Body> => {
  const isRead = response.bodyUsed
  return read(response).catch((error: unknown) => {
    // A second reading is a mistake of the caller.
    throw isRead || signal?.aborted ? error : toUnreachable(error)
  })
}

const secondsUntilNext = (
  outcome: Response | { error: unknown },
  attempt: number,
  isRepeatable: boolean,
): number | undefined => {
  const backoff = 2 ** attempt * (0.5 + Math.random() / 2)
  if ('error' in outcome) return isRepeatable ? backoff : undefined
  const isRefused = outcome.status === 429
  if (!isRefused && !(isRepeatable && outcome.status >= 500)) return undefined
  const seconds = toRetrySeconds(outcome) ?? backoff
  return seconds <= waitSecondsMax ? seconds : undefined
}

/** Waits, unless the signal is aborted meanwhile. */
export const pause = (seconds: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) end()
    signal?.addEventListener('abort', end, { once: true })
  })
