import type { IncomingMessage, ServerResponse } from 'node:http'

/** What the function `ready` returns: the version of the browser that rendered, or the code of the error. */
export type ReadyResult = { browser: string | undefined } | { reason: string }

/** Until the next check. A page that was rendered shows that the next one can be; a failure may be over soon. */
const keptMs = { ready: 300_000, failed: 5_000 }

/** How long a success is returned if no later check has ended, or if they ran out of time, as on a busy machine. */
const provenMs = 2 * keptMs.ready

/** The code of a check that ran out of time. The page is bundled, so the machine was too slow for it. */
export const outOfTime = 'page_timeout'

interface Options {
  /** Renders a page. */
  check: () => Promise<ReadyResult>
  nowMs: () => number
}

export interface Health {
  /** Responds to `GET /health` and `GET /ready` and returns true. Returns false for every other request. */
  respond(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Whether the last check succeeded. Begins a new one if that is too long ago. */
  isReady(): boolean
  /** Begins to return 503 from `/ready`, because the service stops. */
  drain(): void
}

/**
 * Returns what an orchestrator polls. `/health`: this process responds. `/ready`: a browser starts and renders a page. No poll waits for
 * a render: it returns the last result, and begins the next check if that is old.
 */
export const createHealth = ({ check, nowMs }: Options): Health => {
  let result: ReadyResult = { reason: 'starting' }
  let provenUntilMs = 0
  let dueMs = 0
  let isChecking = false
  let isDraining = false
  const isProven = () => !('reason' in result) && nowMs() < provenUntilMs
  const run = async () => {
    isChecking = true
    // The function ended, which its own lines explain.
    const checked = await check().catch((): ReadyResult => ({ reason: 'internal_error' }))
    const isFailure = 'reason' in checked
    if (!isFailure) provenUntilMs = nowMs() + provenMs
    if (!(isFailure && checked.reason === outOfTime && isProven())) result = checked
    dueMs = nowMs() + (isFailure ? keptMs.failed : keptMs.ready)
    isChecking = false
  }
  const current = (): ReadyResult => {
    if (isDraining) return { reason: 'draining' }
    if (!isChecking && nowMs() >= dueMs) void run()
    return 'reason' in result || isProven() ? result : { reason: 'unknown' }
  }
  return {
    isReady: () => !('reason' in current()),
    drain() {
      isDraining = true
    },
    async respond(request, response) {
      const path = request.url?.split('?')[0]
      if (path !== '/health' && path !== '/ready') return false
      const state = path === '/health' ? {} : current()
      const isOk = !('reason' in state)
      request.resume()
      response.writeHead(isOk ? 200 : 503, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      const body = { status: isOk ? 'ok' : 'unavailable', ...state }
      response.end(request.method === 'HEAD' ? undefined : JSON.stringify(body))
      return true
    },
  }
}
