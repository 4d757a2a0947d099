import type { Viewport } from '../../core/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'
import { toDeviceMetrics } from '../steps/set-viewport.ts'

/**
 * Frames are drawn at scale 1 into the browser's window, whatever density the page sees: both are enlarged, which the page
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
    // As the size of the film is rounded.
    const bounds = {
      width: Math.round(width * deviceScaleFactor),
      height: Math.round(height * deviceScaleFactor),
    }
    await browser.send('Browser.setWindowBounds', { windowId, bounds })
  } finally {
    await browser.detach()
  }
}
