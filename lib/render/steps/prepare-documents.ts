import type { RenderPlan } from '../../core/plan/render-plan.ts'
import type { PageSession } from '../browser/page-session.ts'
import { callOf, type Scripts } from '../browser/scripts.ts'
import type { EmulationStep } from '../page/step.ts'
import { worldName } from '../page/world.ts'
import { sourceUrl } from '../proxy/site.ts'

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

/** Adds the scripts that run in every frame before its own: first the storage, then `init_scripts`. */
export const runFirst: EmulationStep = async ({ cdp, scripts }, plan) => {
  const sources = [
    ...toStorageScript(plan, scripts),
    ...(plan.initScripts === undefined ? [] : [plan.initScripts]),
  ]
  // In the order in which they were added.
  await Promise.all(sources.map((source) => cdp.send('Page.addScriptToEvaluateOnNewDocument', { source })))
}

const toStorageScript = (
  { source, localStorage = {}, sessionStorage = {} }: RenderPlan,
  scripts: Scripts,
): string[] => {
  const stores = { localStorage, sessionStorage }
  if (Object.values(stores).every((items) => Object.keys(items).length === 0)) return []
  const { origin } = new URL(sourceUrl(source))
  return [callOf(scripts.start, 'fillStorage', origin, stores)]
}

/**
 * Empties the clipboard, which all contexts of a browser share. A key of `actions` could otherwise paste text of an earlier page.
 * Scripts cannot read it. Must end before scripts are disabled, because it needs a listener.
 */
export const emptyClipboard = ({ cdp, scripts }: Pick<PageSession, 'cdp' | 'scripts'>): Promise<unknown> =>
  cdp.send('Runtime.evaluate', { expression: callOf(scripts.start, 'copyNothing'), userGesture: true })
