/** Errors of calls that AWS refuses because of their content. A repetition would be refused again. The stores find those of S3. */
const refusals = new Set(['ValidationException', 'InvalidCiphertextException', 'IncorrectKeyException'])

/**
 * Returns whether AWS failed, or refused the service: unavailable, throttled, not reached, or a permission that a deployment took away.
 * Such a failure says nothing about the request, and must not use up its attempts. The SDK adds `$metadata` to every error that it throws.
 */
export const isOutage = (thrown: unknown): boolean =>
  thrown instanceof Error && '$metadata' in thrown && !refusals.has(thrown.name)

/** Most failures pass quickly. During a longer one, each message costs four deliveries an hour, and a render 60. */
const waitsSeconds = [5, 30, 60, 120, 300, 600]
const longestWaitSeconds = 900

/** A caller waits for a render, so it begins soon after an outage. */
export const renderOutageWaitMaxSeconds = 60

/**
 * Returns when a message whose handler threw is delivered again.
 * @param receiveCount deliveries so far, including this one
 * @param mostSeconds the longest wait
 */
export const outageWaitSeconds = (receiveCount: number, mostSeconds = longestWaitSeconds): number =>
  Math.min(waitsSeconds[Math.max(1, receiveCount) - 1] ?? longestWaitSeconds, mostSeconds)
