import type { HTTPRequest, Page } from 'puppeteer-core'
import {
  type AppError,
  ConsoleError,
  MissingTextError,
  PageStatusError,
  RequestFailedError,
  RequestStatusError,
  UnwantedTextError,
} from '../../base/errors.ts'
import { printable } from '../../base/printable.ts'
import { within } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderPlan } from '../../core/plan/render-plan.ts'
import { isIntended } from './network-activity.ts'
import { type Step, type StepContext, tooBusyFor } from './step.ts'

const textShownMax = 80

/**
 * Remembers the first request of the page that failed as `fail_on_request` or `fail_on_failed_request` says, except that for the page
 * itself. Returns a function that returns its error.
 */
export const watchFailedRequests = (
  page: Page,
  { failOnRequest = [], failOnFailedRequest }: RenderPlan,
): (() => AppError | undefined) => {
  let first: AppError | undefined
  const isOwn = (request: HTTPRequest) =>
    request.url().startsWith('http') &&
    !(request.isNavigationRequest() && request.frame() === page.mainFrame())
  const isListed = (status: number) => failOnRequest.some(({ from, to }) => status >= from && status <= to)
  page.on('response', (response) => {
    const request = response.request()
    const status = response.status()
    if (first || !isOwn(request)) return
    const returned = `A request of the page returned status ${status}`
    if (isListed(status))
      first = new RequestStatusError(`${returned}, which \`fail_on_request\` lists: ${placeOf(request)}`)
    else if (failOnFailedRequest && status >= 400)
      first = new RequestFailedError(`${returned} (\`fail_on_failed_request\`): ${placeOf(request)}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (first || !failOnFailedRequest || !isOwn(request) || isIntended(reason)) return
    first = new RequestFailedError(
      `A request of the page failed (\`fail_on_failed_request\`): ${placeOf(request)}`,
    )
  })
  return () => first
}

/** @throws PageStatusError for a status that `fail_on_status` lists */
export const failOnStatus: Step = async (_session, { failOnStatus }, { document, sentDocument }) => {
  const { status } = sentDocument() ?? document.response() ?? {}
  if (status === undefined || !failOnStatus.some(({ from, to }) => status >= from && status <= to)) return
  throw new PageStatusError(`The page returned status ${status}, which \`fail_on_status\` lists.`)
}

/** Without query, which may contain credentials. */
const placeOf = (request: HTTPRequest) => {
  const { origin, pathname } = new URL(request.url())
  return `${origin}${pathname}`.slice(0, 200)
}

/**
 * Checks a page that is ready for its capture.
 * @throws RequestStatusError, RequestFailedError, ConsoleError, UnwantedTextError, MissingTextError
 */
export const assertContent = async (
  { failIfText, failIfMissingText }: RenderPlan,
  {
    world,
    signal,
    failedRequest,
    consoleError,
  }: Pick<StepContext, 'world' | 'signal' | 'failedRequest' | 'consoleError'>,
): Promise<void> => {
  const failed = failedRequest()
  if (failed) throw failed
  const message = consoleError()
  if (message !== undefined)
    throw new ConsoleError(`The page reported an error (\`fail_on_console_error\`): ${message}`)
  const isShown = (text: string, parameter: string) =>
    within(world.call('hasText', text), limitsMs.page.change, signal, tooBusyFor(parameter))
  if (failIfText !== undefined && (await isShown(failIfText, 'fail_if_text')))
    throw new UnwantedTextError(
      `The page contains the text of \`fail_if_text\`: "${printable(failIfText, textShownMax)}".`,
    )
  if (failIfMissingText !== undefined && !(await isShown(failIfMissingText, 'fail_if_missing_text')))
    throw new MissingTextError(
      `The page does not contain the text of \`fail_if_missing_text\`: "${printable(failIfMissingText, textShownMax)}".`,
    )
}
