import { BrowserLostError, PageCrashedError } from '../../base/errors.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { StoppedClockError } from '../browser/page-time.ts'

/** Renders again, from the beginning and within the same deadline, if the browser was lost early or the page does not continue. */
export const repeatIfNeeded = async <T>(report: RenderReport, render: () => Promise<T>): Promise<T> => {
  const repeat = (repeated: NonNullable<RenderReport['repeated']>) => {
    report.waitsExpired = []
    report.incomplete = []
    delete report.timeout
    report.repeated = repeated
    return render()
  }
  const whenLost = (error: unknown) => {
    if (error instanceof PageUnseenError) return repeat('browser')
    throw error
  }
  const whenStopped = (error: unknown) => {
    if (error instanceof StoppedClockError) return repeat('clock')
    throw error
  }
  return render().catch(whenLost).catch(whenStopped)
}

/** The browser was lost before the page responded, so the page cannot be the cause. */
class PageUnseenError extends BrowserLostError {}

/** Returns the error of a render that failed before its page responded. */
export const toUnseen = (error: unknown) =>
  error instanceof BrowserLostError || error instanceof PageCrashedError
    ? new PageUnseenError('The browser stopped before the page responded. Send the request again.', {
        cause: error,
      })
    : error
