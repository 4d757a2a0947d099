import type { Protocol } from 'puppeteer-core'

/*
 * The only file that parses the messages of Chromium's and puppeteer's errors.
 */

/** A function in the page failed. The message may contain text of the page. The stack, which is logged, does not. */
export class InPageError extends Error {
  override readonly name = 'InPageError'

  constructor(message: string, frames: readonly Protocol.Runtime.CallFrame[] = []) {
    super(message)
    const [kind = 'Error'] = /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error\b/.exec(message) ?? []
    const lines = frames.map(
      ({ functionName, lineNumber, columnNumber }) =>
        `    at ${functionName} (${lineNumber}:${columnNumber})`,
    )
    this.stack = [`${this.name}: ${kind}`, ...lines].join('\n')
  }
}

/** Returns the error of a call of which the browser reports an exception. */
export const toInPageError = ({ exception, text, stackTrace }: Protocol.Runtime.ExceptionDetails) =>
  new InPageError(exception?.description ?? text, stackTrace?.callFrames)

const textOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : '')

/** Returns whether the call failed because the page navigated. It can be repeated on the new document. */
export const isContextLost = (thrown: unknown): boolean =>
  /Execution context was destroyed|Cannot find (context with specified id|default execution context)|uniqueContextId not found|Inspected target navigated or closed|No frame for given id|Could not create isolated world|Not attached to an active page/.test(
    textOf(thrown),
  )

/** Returns whether the page, frame, document, request or promise of a command no longer exists. Then the command has nothing to do. */
export const isGone = (thrown: unknown): boolean =>
  isContextLost(thrown) ||
  /(Target|Session|Connection) closed|Session with given id not found|Target crashed|Invalid InterceptionId|Promise was collected/.test(
    textOf(thrown),
  )

/** Returns whether a worker was sent a command that only pages have. */
export const isUnsupported = (thrown: unknown): boolean =>
  /wasn't found|only supported for pages, not workers/.test(textOf(thrown))

/**
 * Returns whether the browser ended a script that ran longer than the `timeout` of `Runtime.evaluate`. If the script is ended before it
 * returns the promise that is awaited, the browser reports an internal error.
 */
export const isScriptEnded = (thrown: unknown): boolean =>
  /Execution was terminated|Runtime\.evaluate\): Internal error/.test(textOf(thrown))

/** Returns whether the browser rejected a command's argument, for example a cookie name. */
export const isInvalidArgument = (thrown: unknown): boolean =>
  /Invalid (parameters|cookie fields)|Sanitizing cookie failed|Failed to set cookies/i.test(textOf(thrown))

/** Returns whether a range starts after the document's last page (components/printing/renderer/print_render_frame_helper.cc). */
export const isBeyondLastPage = (thrown: unknown): boolean =>
  /Page range exceeds page count/.test(textOf(thrown))

/** Returns whether the document that was being printed no longer exists. */
export const isPrintingFailed = (thrown: unknown): boolean =>
  /printToPDF\): Printing failed/.test(textOf(thrown))

/** Returns whether the margins of the page's own `@page` rules leave no content area. */
export const isWithoutContentArea = (thrown: unknown): boolean => /content area is empty/.test(textOf(thrown))

/** Returns whether a policy of the page keeps all scripts from running in it. */
export const isScriptForbidden = (thrown: unknown): boolean =>
  /Script execution is prohibited/.test(textOf(thrown))

export const isInvalidTimezone = (thrown: unknown) => /Invalid timezone/i.test(textOf(thrown))

export const isInvalidLocale = (thrown: unknown) => /Invalid locale name/i.test(textOf(thrown))
