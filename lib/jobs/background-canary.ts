import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import type { RequestList, RequestView } from '../schema/requests.ts'

interface BackgroundCanaryDeps {
  /** URL of the API without trailing slash. */
  publicUrl: string
  /** Of the operator's account. Empty if the operator has not set one. */
  accessKey: string
  /** A public page that the operator has named. */
  pageUrl: string
  log: Pick<Logger, 'info' | 'error'>
  nowMs: () => number
}

export type CanaryOutcome = 'ok' | 'failed' | 'skipped'

const timeoutMs = 20_000

/** A run that follows sooner, by hand, says nothing about the request of the previous one. */
const judgedAfterMs = 120_000

/** No caller chooses it by accident. */
const externalId = 'stillframe-background-canary-8f3b1c5e'

/** `search` also finds requests whose `url` or `external_id` contains the text. */
const newest = `/v1/requests?${new URLSearchParams({ stored: 'true', operation: 'scrape', search: externalId, limit: '100' })}`

/**
 * Returns the canary of what no caller waits for: the connections to public hosts, the queues and their workers. Each run sends a request
 * with a webhook, both to the same page. The next run finds it done and the webhook sent, and deletes it, which also ends the attempts of a
 * webhook that the page does not accept.
 */
export const createBackgroundCanary = ({
  publicUrl,
  accessKey,
  pageUrl,
  log,
  nowMs,
}: BackgroundCanaryDeps) => {
  const call = async (path: string, expected: number, init: RequestInit = {}) => {
    const response = await fetch(publicUrl + path, {
      ...init,
      headers: { 'x-access-key': accessKey, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (response.status === expected) return text
    throw new Error(
      `${init.method ?? 'GET'} ${path.split('?')[0]} returned ${response.status}: ${text.slice(0, 300)}`,
    )
  }
  // Lambda freezes the environment between invocations, and its connections may be lost. The second attempt opens a new one.
  const readNewest = async () => {
    const { requests }: RequestList = JSON.parse(await call(newest, 200).catch(() => call(newest, 200)))
    return requests.find((request) => request.external_id === externalId)
  }
  const send = () => {
    const body = {
      url: pageUrl,
      webhook_url: pageUrl,
      format: 'md',
      js_enabled: false,
      async: true,
      external_id: externalId,
    }
    return call('/v1/scrape', 202, { method: 'POST', body: JSON.stringify(body) })
  }
  return async (): Promise<CanaryOutcome> => {
    if (!accessKey) return 'skipped'
    try {
      const last = await readNewest()
      if (last && nowMs() - last.created * 1000 < judgedAfterMs) return 'skipped'
      if (last) await call(`/v1/requests/${last.id}`, 204, { method: 'DELETE' })
      await send()
      const problem = last && problemOf(last)
      if (problem !== undefined) throw new Error(problem)
      log.info({ outcome: 'ok', renderRequestId: last?.id }, 'background canary')
      return 'ok'
    } catch (error) {
      log.error({ outcome: 'failed', cause: describeCause(error) }, 'background canary')
      return 'failed'
    }
  }
}

/** Returns what is wrong with a request of the previous run. Any response of the page shows that its webhook was sent. */
const problemOf = ({ id, status, error, webhook }: RequestView): string | undefined => {
  if (status !== 'done')
    return `The request ${id} is ${status}${error ? `: ${error.code}` : ' after minutes'}.`
  const isSent = webhook?.attempts.some((attempt) => attempt.status !== null)
  return isSent ? undefined : `The webhook of the request ${id} was not sent.`
}
