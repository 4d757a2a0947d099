import type { CDPSession } from 'puppeteer-core'
import { ignore, until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { PageTime } from './page-time.ts'
import { moveWindow } from './page-window.ts'
import { isGone } from './protocol-errors.ts'

/** Between two steps of the page's clock during a frame. Most frames take less. */
const paceMs = 50

/**
 * Returns a function that waits for the end of a frame and moves the page's clock meanwhile, because a frame may wait for a task, and a
 * task for the clock. A frame that never completes although the page responds is given up: the function resolves.
 */
export const createFrameWatch = (
  cdp: Pick<CDPSession, 'send'>,
  time: Pick<PageTime, 'keepPace'>,
): ((frame: Promise<unknown>) => Promise<void>) => {
  const hasEnded = async (ended: Promise<boolean>, ms: number) => (await until(ended, ms)) === true
  const evaluates = async () => {
    try {
      await cdp.send('Runtime.evaluate', { expression: '0' })
      return true
    } catch (error) {
      // A page that has just navigated is asked again.
      if (!isGone(error)) throw error
      return false
    }
  }
  const outlast = async (ended: Promise<true>) => {
    const endsMs = performance.now() + limitsMs.page.heldFrame
    while (performance.now() < endsMs) {
      // The session reports a page that does not continue.
      time.keepPace().catch(ignore)
      if (await hasEnded(ended, paceMs)) return true
    }
    return false
  }
  return async (frame) => {
    const ended = frame.then(
      () => true as const,
      () => true as const,
    )
    if (await hasEnded(ended, paceMs)) return
    while (!(await outlast(ended))) {
      if (!(await hasEnded(evaluates(), limitsMs.page.lateResponse))) continue
      await until(moveWindow(cdp).catch(ignore), limitsMs.page.releasedFrame)
      if (!(await hasEnded(ended, limitsMs.page.releasedFrame))) return
    }
  }
}
