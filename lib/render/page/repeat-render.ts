import { BrowserLostError, PageCrashedError, PageTimeoutError } from '../../base/errors.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { StoppedClockError } from '../browser/page-time.ts'

/**
 * Renders again, from the beginning and within the same deadline, if the browser was lost or the page does not continue.
 *
 * @throws PageCrashedError if the browser was lost twice, the second time one that no other render has used: the page is the cause
 * @throws PageTimeoutError if the time ran out in such a browser
 */
export const repeatIfNeeded = async <T>(report: RenderReport, render: () => Promise<T>): Promise<T> => {
  const repeat = (repeated: NonNullable<RenderReport['repeated']>) => {
    report.waitsExpired = []
    report.incomplete = []
    delete report.timeout
    report.repeated = repeated
    return render()
  }
  const whenStopped = (error: unknown) => {
    if (error instanceof StoppedClockError) return repeat('clock')
    throw error
  }
  const whenLost = async (lost: unknown) => {
    if (!(lost instanceof LostDuringRenderError)) throw lost
    const { coldBrowser } = report
    report.coldBrowser = false
    try {
      return await repeat(report.repeated ?? 'browser').catch(whenStopped)
    } catch (error) {
      throw finalError(lost, error, report.coldBrowser)
    } finally {
      report.coldBrowser ||= coldBrowser
    }
  }
  return render().catch(whenStopped).catch(whenLost)
}

/** Returns the error of a render that failed again after a loss. */
const finalError = (lost: LostDuringRenderError, error: unknown, isFresh: boolean) => {
  // The first attempt took its time.
  if (error instanceof PageTimeoutError) return isFresh ? error : lost
  return isFresh && error instanceof LostDuringRenderError
    ? new PageCrashedError('The page crashed the browser twice.', { cause: error })
    : error
}

/** The browser was lost while the page was open. */
class LostDuringRenderError extends BrowserLostError {}

/** Returns the error of a render that failed while its page was open. A page that has not responded did not crash its renderer. */
export const toLost = (error: unknown, hasResponse: boolean) => {
  if (!hasResponse && (error instanceof BrowserLostError || error instanceof PageCrashedError))
    return new LostDuringRenderError(
      'The browser stopped before the page responded. Send the request again.',
      { cause: error },
    )
  return error instanceof BrowserLostError
    ? new LostDuringRenderError(error.message, { cause: error })
    : error
}
