import type { Protocol } from 'puppeteer-core'
import type { Viewport } from '../../core/plan/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'

export const setViewport = async (
  { cdp, windowId, frames }: Pick<PageSession, 'cdp' | 'windowId' | 'frames'>,
  { viewport }: { viewport: Viewport },
  isSeen = true,
): Promise<void> => {
  const metrics = toDeviceMetrics(viewport)
  const { width, height } = viewport
  await frames.between(() =>
    Promise.all([
      // `outerWidth` would be 800, the width of the headless browser's window.
      cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } }),
      cdp.send('Emulation.setDeviceMetricsOverride', isSeen ? metrics : outOfSight(metrics)),
    ]),
  )
}

/** Further than any content that a page has above its upper edge. */
const farAbove = -1e6

/**
 * Lets the frames of a page show what is far above it, which the page does not notice. It still draws and has idle time, but nothing of it
 * is rasterized, which takes up to a fifth of the time of a page with images.
 */
export const outOfSight = <Metrics extends { width: number; height: number }>(metrics: Metrics) => ({
  ...metrics,
  viewport: { x: 0, y: farAbove, width: metrics.width, height: metrics.height, scale: 1 },
})

/** Sets the screen of the device, or one of the viewport's size. Otherwise the page would see the headless browser's 800×600 screen around a larger window. */
export const toDeviceMetrics = ({
  width,
  height,
  deviceScaleFactor,
  isMobile,
  isLandscape,
  screen = { width, height },
}: Viewport): Protocol.Emulation.SetDeviceMetricsOverrideRequest => ({
  width,
  height,
  screenWidth: screen.width,
  screenHeight: screen.height,
  deviceScaleFactor,
  mobile: isMobile,
  screenOrientation: isLandscape
    ? { type: 'landscapePrimary', angle: 90 }
    : { type: 'portraitPrimary', angle: 0 },
})
