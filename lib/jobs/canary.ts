import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import { demoHost } from '../core/network/demo-host.ts'

interface CanaryDeps {
  /** URL of the API without trailing slash. */
  publicUrl: string | undefined
  /** Of the operator's account. Empty if the operator has not set one. */
  accessKey: string
  log: Pick<Logger, 'info' | 'error'>
  nowMs: () => number
}

/** A render that takes longer is as bad as one that fails. A cold start takes some seconds. */
const timeoutMs = 40_000

const path = `/v1/screenshot?${new URLSearchParams({ url: `http://${demoHost}/`, format: 'png', viewport_width: '320', viewport_height: '240' })}`

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/**
 * Returns the canary. It renders the demo page through the public URL, as callers do, so it notices what no function can: a name that
 * does not resolve, an expired certificate, an edge that sends the wrong key.
 */
export const createCanary =
  ({ publicUrl, accessKey, log, nowMs }: CanaryDeps) =>
  async (): Promise<'ok' | 'failed' | 'skipped'> => {
    if (!accessKey || publicUrl === undefined) return 'skipped'
    const startedMs = nowMs()
    const attempt = async () => {
      const response = await fetch(publicUrl + path, {
        headers: { 'x-access-key': accessKey },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { response, body: Buffer.from(await response.arrayBuffer()) }
    }
    try {
      // Lambda freezes the environment between invocations, and its connections may be lost. The second attempt opens a new one.
      const { response, body } = await attempt().catch(attempt)
      const isImage = response.ok && body.subarray(0, pngStart.length).equals(pngStart)
      const fields = {
        outcome: isImage ? ('ok' as const) : ('failed' as const),
        status: response.status,
        code: response.headers.get('x-service-error') ?? undefined,
        renderRequestId: response.headers.get('x-service-request-id') ?? undefined,
        bytes: body.length,
        totalMs: nowMs() - startedMs,
      }
      log[isImage ? 'info' : 'error'](fields, 'canary')
      return fields.outcome
    } catch (error) {
      log.error({ outcome: 'failed', cause: describeCause(error), totalMs: nowMs() - startedMs }, 'canary')
      return 'failed'
    }
  }
