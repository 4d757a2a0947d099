import { ProtocolError } from 'puppeteer-core'
import { until } from '../../base/timers.ts'
import { noteExpired, noteFault, type RenderReport } from '../../core/telemetry/render-report.ts'
import { InPageError, isContextLost, isGone } from '../browser/protocol-errors.ts'

/**
 * Waits for work that is not essential for the render. Returns undefined if the time runs out, or if the page makes the work fail or
 * navigates away. Rejects with the signal's reason, and with the service's errors.
 */
export const bestEffort = async <T>(
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<{ value: T } | undefined> => {
  const outcome = work.then(
    (value) => ({ value }),
    (error) => {
      if (!isOfPage(error)) throw error
      return undefined
    },
  )
  return until(outcome, ms, signal)
}

/** Waits for work, and names the wait in the report if the time runs out. Rejects as the work does. */
export const inTime = async <T>(
  wait: string,
  work: Promise<T>,
  ms: number,
  { report, signal }: { report: RenderReport; signal: AbortSignal | undefined },
): Promise<{ value: T } | undefined> => {
  const done = await until(
    work.then((value) => ({ value })),
    ms,
    signal,
  )
  if (!done) noteExpired(report, wait)
  return done
}

/** A protocol error means that a node or a frame no longer exists. If the page no longer exists, the next step fails anyway. */
export const isOfPage = (error: unknown) =>
  error instanceof InPageError || error instanceof ProtocolError || isContextLost(error)

/**
 * Returns a handler of errors that do not end the render. It adds them to the log line, unless the page or document of the command no
 * longer exists.
 */
export const noteUnlessGone =
  (report: Pick<RenderReport, 'faults'>, part: string) =>
  (error: unknown): undefined => {
    if (!isGone(error)) noteFault(report, part, error)
  }
