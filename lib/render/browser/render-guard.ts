import { BrowserLostError, PageCrashedError } from '../../base/errors.ts'
import type { Logger } from '../../base/logger.ts'
import { ignore, until } from '../../base/timers.ts'
import type { Chromium } from './chromium.ts'
import type { OpenSession, PageSession } from './page-session.ts'
import { crashGraceMs } from './watch-page.ts'

interface RenderGuard {
  /** True once the browser cannot be trusted anymore. */
  readonly tripped: boolean
  /** Runs the work, and aborts it immediately when the guard trips. */
  run<T>(work: (session: PageSession) => Promise<T>): Promise<T>
  stop(): void
}

interface GuardOptions {
  chromium: Chromium
  session: OpenSession
  signal: AbortSignal
  limits: { renderMemoryBytesMax: number }
  log: Logger
}

/** A memory bomb allocates about 100 MB in this time. */
const checkMs = 150

const lost = () => new BrowserLostError('The browser stopped during the render. Send the request again.')

/** Watches one render: its deadline, its page, its browser and its memory. */
export const guardRender = (options: GuardOptions): RenderGuard => {
  const { chromium, session, signal, limits, log } = options
  const { promise: failure, reject } = Promise.withResolvers<never>()
  failure.catch(ignore)
  let tripped = false
  let stopped = false
  const trip = (reason: unknown) => {
    if (tripped || stopped) return
    tripped = true
    reject(reason)
    // Pending calls of the work fail now, not at their own deadline.
    void chromium.kill()
  }

  const onAbort = () => trip(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  session.lost.catch(trip)
  const onEnded = () => trip(lost())
  chromium.ended.addEventListener('abort', onEnded, { once: true })
  if (chromium.ended.aborted || !chromium.isAlive()) onEnded()
  const check = setInterval(() => {
    if (!chromium.isAlive()) return onEnded()
    const bytes = chromium.memoryBytes()
    if (bytes <= limits.renderMemoryBytesMax) return
    log.warn({ bytes }, 'render stopped for its memory')
    trip(new PageCrashedError('The page exceeded the memory limit of a render.'))
  }, checkMs)

  return {
    get tripped() {
      return tripped
    },
    async run(work) {
      session.frames.start()
      const working = work(session)
      try {
        const result = await Promise.race([working, failure])
        // Parts of the page may be missing in it.
        if (!chromium.isAlive()) throw lost()
        return result
      } catch (error) {
        await until(failure, crashGraceMs)
        // The page only shows the consequences, for example a connection that failed.
        throw tripped || chromium.isAlive() ? error : lost()
      }
    },
    stop() {
      // Closing the page is no longer a failure.
      stopped = true
      clearInterval(check)
      signal.removeEventListener('abort', onAbort)
      chromium.ended.removeEventListener('abort', onEnded)
    },
  }
}
