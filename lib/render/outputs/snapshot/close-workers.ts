import type { CDPSession } from 'puppeteer-core'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { bestEffort } from '../../page/best-effort.ts'
import { frameSessionsOf } from '../../page/follow-targets.ts'

/** The sessions of frames in separate processes receive it as well. */
const expression = 'typeof DedicatedWorkerGlobalScope !== "undefined" && self.close()'

/**
 * Ends the workers of a page. Its canvases keep what the workers have drawn. A frozen worker stays frozen while the page is shown in a pause,
 * and the browser would complete no frame, because it waits for the image of every worker that draws.
 */
export const closeWorkers = async (cdp: CDPSession): Promise<void> => {
  const closed = frameSessionsOf(cdp).map((session) => session.send('Runtime.evaluate', { expression }))
  await bestEffort(Promise.allSettled(closed), limitsMs.page.otherProcess)
}
