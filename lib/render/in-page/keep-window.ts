/// <reference lib="dom" />

/**
 * Gives the functions that move a window no effect, as in a tab of a browser. In the headless browser they have one. The next frame of a
 * page without motion never completes if its window was moved and its viewport was not.
 */
export const keepWindow = (): void => {
  for (const name of ['moveBy', 'moveTo', 'resizeBy', 'resizeTo'] as const) window[name] = () => undefined
}
