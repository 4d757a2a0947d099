import type { Viewport } from '../../../core/plan/render-plan.ts'
import type { PageSession } from '../../browser/page-session.ts'
import { moveWindow } from '../../browser/page-window.ts'
import { toDeviceMetrics } from '../../steps/set-viewport.ts'

/**
 * Returns a function that enlarges a page and its window by the scale factor, because frames are drawn at scale 1, and again after a
 * navigation, which resets both. Call it before each frame. The page does not notice. Mouse positions refer to the enlarged window
 * from then on.
 */
export const createFitWindow = ({ page, cdp }: PageSession, viewport: Viewport): (() => Promise<void>) => {
  const { width, height, deviceScaleFactor: scale } = viewport
  let isReset = scale !== 1
  page.on('framenavigated', (frame) => {
    isReset ||= scale !== 1 && frame === page.mainFrame()
  })
  return async () => {
    if (!isReset) return
    isReset = false
    await cdp.send('Emulation.setDeviceMetricsOverride', { ...toDeviceMetrics(viewport), scale })
    // Rounded like the size of the video.
    await moveWindow(cdp, { width: Math.round(width * scale), height: Math.round(height * scale) })
  }
}
