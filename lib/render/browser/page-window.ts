import type { CDPSession } from 'puppeteer-core'

interface WindowSize {
  width: number
  height: number
}

/**
 * Moves the window of a page by resizing it, which closes what the browser shows above the page, such as the list of a `select`.
 * Chromium does not complete the image of a frame while such a list is open. The page does not notice, because its viewport is set by
 * the service. A window that an element fills (`requestFullscreen`) stays as it is, because the element would no longer fill it.
 *
 * @param size of the window, by default the one that it has
 */
export const moveWindow = async (cdp: Pick<CDPSession, 'send'>, size?: WindowSize): Promise<void> => {
  const { windowId, bounds: current } = await cdp.send('Browser.getWindowForTarget')
  if (current.windowState === 'fullscreen') return
  const { width, height } = size ?? { width: 800, height: 600, ...current }
  // Setting the current size would have no effect.
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width: width + 1, height } })
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } })
}
