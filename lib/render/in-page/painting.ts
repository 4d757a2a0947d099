/// <reference lib="dom" />

/** Returns whether the page has drawn anything yet (https://w3c.github.io/paint-timing/). */
export const hasPainted = (): boolean => performance.getEntriesByType('paint').length > 0

/** Cancels everything that is still loading. */
export const stopLoading = (): void => stop()
