import { awaitResponse } from '../../page/time-limits.ts'
import type { CaptureContext } from './capture-context.ts'

/**
 * Returns the leftmost and uppermost point to which the document can be scrolled, in CSS pixels relative to the corner that the window
 * shows at first. Chromium places clips relative to it. A page that is written from right to left, or vertically, continues to the left.
 */
export const findScrollStart = async (context: CaptureContext): Promise<{ x: number; y: number }> => {
  const metrics = await awaitResponse(context, context.cdp.send('Page.getLayoutMetrics'))
  const { pageX, pageY, offsetX, offsetY } = metrics.cssVisualViewport
  // Relative to this point, in whole pixels. The others are relative to the corner.
  const { pageX: left, pageY: top } = metrics.cssLayoutViewport
  return { x: Math.round(pageX - offsetX) - left, y: Math.round(pageY - offsetY) - top }
}
