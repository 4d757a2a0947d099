import type { Protocol } from 'puppeteer-core'
import type { Viewport } from '../../../core/plan/render-plan.ts'
import type { PageSession } from '../../browser/page-session.ts'

export const setViewport = async (
  { cdp, frames }: Pick<PageSession, 'cdp' | 'frames'>,
  { viewport }: { viewport: Viewport },
): Promise<void> => {
  await frames.between(() => cdp.send('Emulation.setDeviceMetricsOverride', toDeviceMetrics(viewport)))
}

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
