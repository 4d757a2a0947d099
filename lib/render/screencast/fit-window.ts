import type { Viewport } from '../../core/plan/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'
import { toDeviceMetrics } from '../page/steps/set-viewport.ts'

/** Returns a function that fits the window again after a navigation, which resets it. Call it before each frame. */
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
 * Enlarges the frame and the window of the browser by the scale factor, because frames are drawn at scale 1. The page does not notice.
 * Mouse positions would be those of the enlarged window, so this is the last step.
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
    // Rounded like the size of the video.
    const bounds = {
      width: Math.round(width * deviceScaleFactor),
      height: Math.round(height * deviceScaleFactor),
    }
    // Setting the current size would have no effect on the page's view.
    const other = { ...bounds, width: bounds.width + 1 }
    await browser.send('Browser.setWindowBounds', { windowId, bounds: other })
    await browser.send('Browser.setWindowBounds', { windowId, bounds })
  } finally {
    await browser.detach()
  }
}
