import type { CDPSession, Protocol } from 'puppeteer-core'
import { isContextLost } from '../browser/protocol-errors.ts'
import { inPagePrelude } from './in-page-source.ts'
import { InPageError } from './translate-error.ts'

/** One world in each document: the page sees neither its globals nor its bindings. */
export const worldName = 'stillframe'

/** A page that navigates at every load is not followed forever. */
const attemptsMax = 5

export interface World {
  /**
   * Runs a function of `in-page/` in the main document and returns its result, which must be JSON. The caller sets the deadline.
   * Throws what the browser throws, or `InPageError` if the function itself failed.
   */
  call<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** As `call`, for a function that uses the globals of a script. */
  callWith<Args extends unknown[], Result>(
    script: string,
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** As `call`, for a function that returns elements. Their ids are valid while the document is open. */
  handles(work: () => unknown[]): Promise<string[]>
}

/**
 * Creates an isolated world. It shares the page's DOM but not its globals, so a page that replaces `Promise` or
 * `document.querySelector`, as old libraries do, does not affect it. A call follows a navigation in progress.
 *
 * @param mainFrameId read from the browser unless given
 */
export const createWorld = (cdp: Pick<CDPSession, 'send'>, mainFrameId?: string): World => {
  let context: Promise<number> | undefined
  const inContext = async <Result>(work: (contextId: number) => Promise<Result>): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      try {
        context ??= openContext(cdp, mainFrameId)
        return await work(await context)
      } catch (error) {
        context = undefined
        if (attempt === attemptsMax || !isContextLost(error)) throw error
      }
    }
  }
  return {
    call: (work, ...args) =>
      inContext(async (contextId) => (await callIn(cdp, contextId, toDeclaration(work), args)).value),
    callWith: (script, work, ...args) =>
      inContext(async (contextId) => (await callIn(cdp, contextId, toDeclaration(work, script), args)).value),
    handles: (work) =>
      inContext(async (contextId) => {
        const { objectId = '' } = await callIn(cdp, contextId, toDeclaration(work), [], false)
        const { result } = await cdp.send('Runtime.getProperties', { objectId, ownProperties: true })
        return result.filter(({ name }) => /^\d+$/.test(name)).flatMap(({ value }) => value?.objectId ?? [])
      }),
  }
}

const openContext = async (cdp: Pick<CDPSession, 'send'>, mainFrameId: string | undefined) => {
  const frameId = mainFrameId ?? (await cdp.send('Page.getFrameTree')).frameTree.frame.id
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', { frameId, worldName })
  return executionContextId
}

const callIn = async (
  cdp: Pick<CDPSession, 'send'>,
  executionContextId: number,
  functionDeclaration: string,
  args: unknown[],
  returnByValue = true,
): Promise<Protocol.Runtime.RemoteObject> => {
  const { result, exceptionDetails } = await cdp.send('Runtime.callFunctionOn', {
    functionDeclaration,
    executionContextId,
    arguments: args.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue,
  })
  if (exceptionDetails)
    throw new InPageError(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result
}

/** Returns a function as text that the browser can call, independent of the bundler. The semicolon keeps a script's directives from being the function's. */
export const toDeclaration = (work: (...args: never[]) => unknown, script = '') =>
  `function (...args) { ${inPagePrelude}; ${script}\n return (${work})(...args) }`
