/// <reference lib="dom" />

/** Resolves when `ms` have passed by the page's clock. */
export const passTime = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
