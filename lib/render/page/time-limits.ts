import { PageTimeoutError } from '../../base/errors.ts'
import { within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'

/** For `within`: what a wait for the page fails with. */
export const pageTimeout = (message: string) => (cause: Error) => new PageTimeoutError(message, { cause })

export interface CaptureTime {
  /** When capture and encoding have to be done; Unix ms. */
  endsMs: number
  signal: AbortSignal | undefined
}

/** Returns how long to wait for a frame of a page that has `leftMs` left. */
export const frameWaitMs = (leftMs: number): number =>
  Math.max(limitsMs.page.lateFrame, Math.min(limitsMs.page.frame, leftMs))

/**
 * Returns when a capture has to be done. The render's signal comes first: it immediately ends a page that keeps the browser busy, and
 * closing the page would take longer.
 */
export const captureEndsMs = (budget: { endsMs: number }): number =>
  budget.endsMs + limitsMs.capture.afterSignal

export const remainingMs = ({ endsMs }: Pick<CaptureTime, 'endsMs'>): number =>
  Math.max(0, endsMs - Date.now())

/** Settles as the browser's response does. @throws PageTimeoutError when the page keeps the browser busy until the capture's end */
export const awaitResponse = <T>(context: CaptureTime, response: Promise<T>): Promise<T> =>
  within(response, remainingMs(context), context.signal, tooBusy)

const tooBusy = pageTimeout('The page was too busy to be captured in time.')
