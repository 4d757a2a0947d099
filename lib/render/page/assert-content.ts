import type { Page } from 'puppeteer-core'
import { printable } from '../../core/options/describe-issue.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { MissingTextError, RequestStatusError, UnwantedTextError } from '../../errors.ts'
import { hasText } from '../in-page/has-text.ts'
import { busyMessage, type StepContext } from './steps/step.ts'
import { injectMsMax, inTime } from './time-limits.ts'

const textShownMax = 80

interface FailedRequest {
  status: number
  /** Without query, which may contain credentials. */
  url: string
}

/** Remembers the first response with a status of `fail_on_request`, except that of the page itself. */
export const watchFailedRequests = (
  page: Page,
  { failOnRequest }: RenderPlan,
): (() => FailedRequest | undefined) => {
  let first: FailedRequest | undefined
  if (failOnRequest === undefined) return () => undefined
  page.on('response', (response) => {
    if (!response.url().startsWith('http')) return
    const status = response.status()
    const request = response.request()
    if (first || (request.isNavigationRequest() && request.frame() === page.mainFrame())) return
    if (!failOnRequest.some(({ from, to }) => status >= from && status <= to)) return
    const { origin, pathname } = new URL(response.url())
    first = { status, url: `${origin}${pathname}`.slice(0, 200) }
  })
  return () => first
}

/**
 * Checks a page that is ready for its capture.
 * @throws RequestStatusError, UnwantedTextError, MissingTextError
 */
export const assertContent = async (
  { failIfText, failIfMissingText }: RenderPlan,
  { world, signal, failedRequest }: Pick<StepContext, 'world' | 'signal' | 'failedRequest'>,
): Promise<void> => {
  const failed = failedRequest()
  if (failed)
    throw new RequestStatusError(
      `A request of the page returned status ${failed.status}, which \`fail_on_request\` lists: ${failed.url}`,
    )
  const isShown = (text: string, parameter: string) =>
    inTime(world.call(hasText, text), injectMsMax, signal, busyMessage(parameter))
  if (failIfText !== undefined && (await isShown(failIfText, 'fail_if_text')))
    throw new UnwantedTextError(
      `The page contains the text of \`fail_if_text\`: "${printable(failIfText, textShownMax)}".`,
    )
  if (failIfMissingText !== undefined && !(await isShown(failIfMissingText, 'fail_if_missing_text')))
    throw new MissingTextError(
      `The page does not contain the text of \`fail_if_missing_text\`: "${printable(failIfMissingText, textShownMax)}".`,
    )
}
