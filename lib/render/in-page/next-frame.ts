/// <reference lib="dom" />

/** Resolves when the page begins its next frame. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve())
  })
