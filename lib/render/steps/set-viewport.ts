import type { EmulationStep } from './step.ts'

/** Without a screen size the page would see the headless browser's 800×600 screen around a larger window. */
export const setViewport: EmulationStep = async ({ cdp }, { viewport }) => {
  const { width, height, deviceScaleFactor, isMobile, hasTouch, isLandscape } = viewport
  await Promise.all([
    cdp.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      deviceScaleFactor,
      mobile: isMobile,
      screenOrientation: isLandscape
        ? { type: 'landscapePrimary', angle: 90 }
        : { type: 'portraitPrimary', angle: 0 },
    }),
    cdp.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch }),
  ])
}
