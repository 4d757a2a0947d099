import { ProtocolError } from 'puppeteer-core'
import { untilDeadline } from '../../deadline.ts'
import { InPageError, isContextLost } from './translate-error.ts'

/**
 * Waits for work that the render can do without. Returns undefined if it runs out of time, or if the page makes it fail or
 * goes elsewhere. Rejects with the signal's reason, and with errors of our own.
 */
export const bestEffort = async <T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal,
): Promise<{ value: T } | undefined> => {
  const outcome = work.then(
    (value) => ({ value }),
    (error) => {
      if (!isOfPage(error)) throw error
      return undefined
    },
  )
  return untilDeadline(outcome, ms, signal)
}

/** A protocol error says that a node or a frame is gone. A page that is gone fails the next step anyway. */
const isOfPage = (error: unknown) =>
  error instanceof InPageError || error instanceof ProtocolError || isContextLost(error)
