import type { HTTPRequest, Page, ResourceType } from 'puppeteer-core'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'

export interface NetworkActivity {
  /** False if requests are not reported. Then `pending` is always 0. */
  readonly isFollowed: boolean
  /** How many requests of these types are in progress, in all frames. */
  pending(...types: ResourceType[]): number
  /** Resolves once at most `connectionsMax` requests have been in progress for 500 ms. */
  idle(connectionsMax: number): Promise<void>
}

/** Follows the requests of the page and its frames from now on, and counts them in the report. */
export const watchNetwork = (
  page: Pick<Page, 'on'>,
  { requests }: RenderReport,
  isFollowed = true,
): NetworkActivity => {
  const inProgress = new Set<HTTPRequest>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const end = (request: HTTPRequest) => {
    inProgress.delete(request)
    changed()
  }
  page.on('request', (request) => {
    if (isWeb(request)) requests.made++
    inProgress.add(request)
    changed()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', (request) => {
    if (isWeb(request) && !isIntended(request.failure()?.errorText ?? '')) requests.failed++
    end(request)
  })
  return {
    isFollowed,
    pending: (...types) => [...inProgress].filter((request) => types.includes(request.resourceType())).length,
    idle: (connectionsMax) => quiet(listeners, () => inProgress.size <= connectionsMax),
  }
}

const isWeb = (request: HTTPRequest) => request.url().startsWith('http')

/** Blocked by the interception, which counts them itself, or canceled by the page. */
export const isIntended = (failure: string) => /^net::ERR_(BLOCKED_BY_CLIENT|ABORTED)/.test(failure)

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
      }, limitsMs.load.quiet)
    }
    listeners.add(check)
    check()
  })
