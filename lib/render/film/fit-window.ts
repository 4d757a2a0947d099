import type { Viewport } from '../../core/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'

/**
 * Frames are cut to the browser's window, which counts in device pixels. The page does not notice: its viewport is
 * emulated.
 */
export const fitWindow = async (
  { page, cdp }: PageSession,
  { width, height, deviceScaleFactor }: Viewport,
): Promise<void> => {
  if (deviceScaleFactor === 1) return
  const { targetInfo } = await cdp.send('Target.getTargetInfo')
  const browser = await page.browser().target().createCDPSession()
  try {
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: targetInfo.targetId })
    const bounds = {
      width: Math.ceil(width * deviceScaleFactor),
      height: Math.ceil(height * deviceScaleFactor),
    }
    await browser.send('Browser.setWindowBounds', { windowId, bounds })
  } finally {
    await browser.detach()
  }
}
