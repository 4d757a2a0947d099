import type { HTTPRequest, Page, ResourceType } from 'puppeteer-core'
import type { RenderReport } from '../../core/telemetry/render-report.ts'

/** How long the network has to stay quiet to count as idle (contract, `wait_until`). */
const quietMs = 500

export interface NetworkActivity {
  /** False where requests are not told of, so that what follows here knows nothing. */
  readonly isFollowed: boolean
  /** How many requests of these types are on their way, in all frames. */
  pending(...types: ResourceType[]): number
  /** Resolves once there have been at most `connectionsMax` requests under way for 500 ms. */
  idle(connectionsMax: number): Promise<void>
}

/** Follows the requests of the page and its frames from now on, and counts them in the report. */
export const watchNetwork = (
  page: Pick<Page, 'on'>,
  { requests }: RenderReport,
  isFollowed = true,
): NetworkActivity => {
  const underWay = new Set<HTTPRequest>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const end = (request: HTTPRequest) => {
    underWay.delete(request)
    changed()
  }
  page.on('request', (request) => {
    if (isWeb(request)) requests.made++
    underWay.add(request)
    changed()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', (request) => {
    if (isWeb(request) && !isWanted(request.failure()?.errorText ?? '')) requests.failed++
    end(request)
  })
  return {
    isFollowed,
    pending: (...types) => [...underWay].filter((request) => types.includes(request.resourceType())).length,
    idle: (connectionsMax) => quiet(listeners, () => underWay.size <= connectionsMax),
  }
}

const isWeb = (request: HTTPRequest) => request.url().startsWith('http')

/** Refused by the interception, which counts them itself, or given up by the page. */
const isWanted = (failure: string) => /^net::ERR_(BLOCKED_BY_CLIENT|ABORTED)/.test(failure)

const quiet = (listeners: Set<() => void>, isQuiet: () => boolean) =>
  new Promise<void>((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const check = () => {
      if (!isQuiet()) {
        clearTimeout(timer)
        timer = undefined
        return
      }
      timer ??= setTimeout(() => {
        listeners.delete(check)
        resolve()
      }, quietMs)
    }
    listeners.add(check)
    check()
  })
