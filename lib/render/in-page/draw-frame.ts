/// <reference lib="dom" />

/** Resolves when a frame has been drawn with all that is there now. */
export const drawFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A task after the frame's callbacks runs once that frame's layout and paint are done.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    })
  })
