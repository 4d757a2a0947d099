import type { Viewport } from '../../core/plan/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'
import { toDeviceMetrics } from '../page/steps/set-viewport.ts'

/** Fits the window again after the page went elsewhere, which undoes it. To be called before each frame. */
export const keepWindowFit = (session: PageSession, viewport: Viewport): (() => Promise<void>) => {
  const { page } = session
  let hasLeft = false
  page.on('framenavigated', (frame) => {
    hasLeft ||= frame === page.mainFrame()
  })
  return async () => {
    if (!hasLeft) return
    hasLeft = false
    await fitWindow(session, viewport)
  }
}

/**
 * Frames are drawn at scale 1 into the browser's window, regardless of the density that the page sees: both are enlarged, which the page
 * does not notice. Mouse positions would count in the enlarged window, so this comes after everything else.
 */
export const fitWindow = async ({ page, cdp }: PageSession, viewport: Viewport): Promise<void> => {
  const { width, height, deviceScaleFactor } = viewport
  if (deviceScaleFactor === 1) return
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    ...toDeviceMetrics(viewport),
    scale: deviceScaleFactor,
  })
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  const browser = await page.browser().target().createCDPSession()
  try {
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: targetInfo.targetId })
    // As the size of the video is rounded.
    const bounds = {
      width: Math.round(width * deviceScaleFactor),
      height: Math.round(height * deviceScaleFactor),
    }
    // A window that has this size already would leave the page's view as it is.
    const other = { ...bounds, width: bounds.width + 1 }
    await browser.send('Browser.setWindowBounds', { windowId, bounds: other })
    await browser.send('Browser.setWindowBounds', { windowId, bounds })
  } finally {
    await browser.detach()
  }
}
