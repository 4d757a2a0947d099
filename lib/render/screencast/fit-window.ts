import type { Viewport } from '../../core/plan/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'
import { moveWindow } from '../browser/page-window.ts'
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
 * Gives the window of the browser the size of the video, because frames are drawn at scale 1 and a page can make its window smaller. Also
 * closes an open list or picker, with which no frame is complete. The page does not notice. Mouse positions would be those of an enlarged
 * window, so this is the last step.
 */
export const fitWindow = async ({ cdp }: Pick<PageSession, 'cdp'>, viewport: Viewport): Promise<void> => {
  const { width, height, deviceScaleFactor } = viewport
  if (deviceScaleFactor !== 1)
    await cdp.send('Emulation.setDeviceMetricsOverride', {
      ...toDeviceMetrics(viewport),
      scale: deviceScaleFactor,
    })
  // Rounded like the size of the video.
  await moveWindow(cdp, {
    width: Math.round(width * deviceScaleFactor),
    height: Math.round(height * deviceScaleFactor),
  })
}
