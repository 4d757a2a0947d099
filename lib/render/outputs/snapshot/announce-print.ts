import type { CDPSession, Protocol } from 'puppeteer-core'
import { isScriptForbidden } from '../../browser/protocol-errors.ts'
import { openPausingWorld, type PageState, pausingFunctions, pausingNames } from './pause-scripts.ts'

/** The page is active between the two pauses. */
const expression = `(() => {
  ${pausingFunctions}
  const announce = (view) => {
    try { view.dispatchEvent(new Event('beforeprint')) } catch { return }
    for (let index = 0; index < view.length; index++) announce(view[index])
  }
  ${pausingNames.active}()
  announce(window)
  ${pausingNames.frozen}()
})()`

const states = new Map<string, PageState>([
  [pausingNames.active, 'active'],
  [pausingNames.frozen, 'frozen'],
])

/**
 * Runs the handlers of `beforeprint` of a frozen page, in which Chromium runs none. The page is active for the one task in which they run,
 * so nothing else can happen in it. What they leave for later tasks or frames does not happen.
 */
export const announcePrint = async (
  cdp: CDPSession,
  setState: (state: PageState) => Promise<void>,
): Promise<void> => {
  const onPaused = async ({ callFrames }: Protocol.Debugger.PausedEvent) => {
    const state = states.get(callFrames[0]?.functionName ?? '')
    if (!state) return
    await setState(state)
    await cdp.send('Debugger.resume')
  }
  const listener = (event: Protocol.Debugger.PausedEvent) => {
    // The render reports a page that is closed.
    onPaused(event).catch(() => undefined)
  }
  cdp.on('Debugger.paused', listener)
  try {
    const contextId = await openPausingWorld(cdp)
    await cdp.send('Runtime.evaluate', { expression, contextId })
  } catch (error) {
    if (!isScriptForbidden(error)) throw error
  } finally {
    cdp.off('Debugger.paused', listener)
  }
}
