/// <reference lib="dom" />

/** Resolves when the page begins the second frame from now. An animation that has just been added only starts in the first one. */
export const twoFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
