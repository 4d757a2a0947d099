import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

interface Drain {
  /** Tracks a request until its response is complete. Returns false while draining; the caller must then refuse the request. */
  admit(response: ServerResponse): boolean
  /** Accepts no more requests and resolves when those in progress are complete, or after this time. */
  drain(server: Server, graceMs: number): Promise<void>
}

export const createDrain = (): Drain => {
  const inProgress = new Set<ServerResponse>()
  let draining = false
  return {
    admit(response) {
      if (draining) response.setHeader('connection', 'close')
      else {
        inProgress.add(response)
        response.once('close', () => inProgress.delete(response))
      }
      return !draining
    },
    async drain(server, graceMs) {
      draining = true
      // Stops listening and closes idle connections. Busy connections may still send requests, which are refused.
      server.close()
      const ended = [...inProgress].map((response) => once(response, 'close'))
      await Promise.race([Promise.all(ended), wait(graceMs, undefined, { ref: false })])
    },
  }
}
