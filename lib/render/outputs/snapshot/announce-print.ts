import type { CDPSession, Protocol } from 'puppeteer-core'
import { isScriptForbidden } from '../../browser/protocol-errors.ts'
import { pausingName } from './pause-scripts.ts'

/** Runs in the world of the page. The page is active between the two statements that pause. */
const expression = `(function ${pausingName}() {
  const announce = (view) => {
    try { view.dispatchEvent(new view.Event('beforeprint')) } catch { return }
    for (let index = 0; index < view.length; index++) announce(view[index])
  }
  debugger
  announce(window)
  debugger
})()`

/**
 * Runs the handlers of `beforeprint` of a frozen page, in which Chromium runs none. The page is active for the one task in which they run,
 * so nothing else can happen in it. What they leave for later tasks or frames does not happen.
 */
export const announcePrint = async (
  cdp: CDPSession,
  setState: (state: 'active' | 'frozen') => Promise<void>,
): Promise<void> => {
  const states = ['active', 'frozen'] as const
  let paused = 0
  const onPaused = async ({ callFrames }: Protocol.Debugger.PausedEvent) => {
    const state = states[paused]
    if (callFrames[0]?.functionName !== pausingName || state === undefined) return
    paused++
    await setState(state)
    await cdp.send('Debugger.resume')
  }
  const listener = (event: Protocol.Debugger.PausedEvent) => {
    // The render reports a page that is closed.
    onPaused(event).catch(() => undefined)
  }
  cdp.on('Debugger.paused', listener)
  try {
    await cdp.send('Runtime.evaluate', { expression })
  } catch (error) {
    if (!isScriptForbidden(error)) throw error
  } finally {
    cdp.off('Debugger.paused', listener)
  }
}
