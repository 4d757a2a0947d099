import type { BrowserContext, CDPSession, Page, Target } from 'puppeteer-core'
import { ignore } from '../../deadline.ts'

export interface FrameClock {
  /** Stops the clock. Resolves once no frame is in progress; the caller draws the next one. */
  stop(): Promise<void>
}

/** Half the rate of a 60 Hz screen, because more frames would slow down a busy page while it loads. */
const tickMs = 33

/**
 * Draws a frame every 33 ms. Without frames, a page has no requestAnimationFrame, no lazy images and no input. A frame may take
 * longer; only one is in progress at a time.
 */
export const startFrameClock = (cdp: Pick<CDPSession, 'send'>): FrameClock => {
  let isStopped = false
  let wake: (() => void) | undefined
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, tickMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (!isStopped) {
      await cdp.send('HeadlessExperimental.beginFrame')
      await pause()
    }
  }
  // The page may be closed. Code that uses it sees that in its own calls.
  const running = run().catch(ignore)
  return {
    async stop() {
      isStopped = true
      wake?.()
      await running
    },
  }
}

/** Opens a page that draws nothing by itself. Puppeteer has no option for that. */
export const openFramePage = async (context: BrowserContext): Promise<Page> => {
  const browser = context.browser()
  const session = await browser.target().createCDPSession()
  try {
    const known = new Set<Target>(context.targets())
    await session.send('Target.createTarget', {
      url: 'about:blank',
      ...(context.id !== undefined && { browserContextId: context.id }),
      enableBeginFrameControl: true,
    })
    const target = await context.waitForTarget(
      (candidate) => candidate.type() === 'page' && !known.has(candidate),
    )
    const page = await target.page()
    if (!page) throw new Error('The new target is not a page.')
    return page
  } finally {
    await session.detach()
  }
}
