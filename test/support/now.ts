// The tests' only view of the clock: for dates that a request or a stored item carries, never for measuring. See scripts/check-tests.ts.

/** Returns the Unix time in milliseconds. */
export const nowMs = (): number => Date.now()

/** Returns the Unix time in whole seconds, as the API has it. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** Returns the Unix time in whole seconds of a moment to come. */
export const inSeconds = (seconds: number): number => nowSeconds() + seconds
