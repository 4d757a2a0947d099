import { callOf } from '../../browser/scripts.ts'
import { worldName } from '../world.ts'
import type { EmulationStep } from './step.ts'

/** Makes every document one that the service can draw frame by frame. */
export const prepareDocuments: EmulationStep = async ({ cdp, scripts: { start } }) => {
  const scripts = [
    { source: callOf(start, 'prepareDocument'), worldName },
    { source: callOf(start, 'refuseControl') },
  ]
  await Promise.all(scripts.map((script) => cdp.send('Page.addScriptToEvaluateOnNewDocument', script)))
}

/** The screen of the headless browser, in pixels. */
const screen = { width: 800, height: 600 }

/** Keeps the window of a recording that is larger than the screen: the frames of a window that an element fills have the size of the screen. */
export const refuseFullscreen: EmulationStep = async ({ cdp, scripts: { start } }, { viewport }) => {
  const { width, height, deviceScaleFactor: scale } = viewport
  if (width * scale <= screen.width && height * scale <= screen.height) return
  const source = callOf(start, 'refuseFullscreen')
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source })
}

/** The same as `prepareDocuments` for a worker, before its own script. Does nothing in a frame. */
export const prepareWorker: EmulationStep = async ({ cdp, scripts: { start } }) => {
  await cdp.send('Runtime.evaluate', { expression: callOf(start, 'keepFrames') })
}
