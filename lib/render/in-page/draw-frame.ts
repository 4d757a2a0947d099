/// <reference lib="dom" />

/** Resolves when a frame with the current content has been drawn. */
export const drawFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A task that is queued in the frame's callbacks runs after layout and paint of the frame.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    })
  })
