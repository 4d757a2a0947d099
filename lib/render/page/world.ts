import type { CDPSession, Protocol } from 'puppeteer-core'
import type { PageTime } from '../browser/page-time.ts'
import { isContextLost, toInPageError } from '../browser/protocol-errors.ts'
import {
  type ArgsOf,
  type Core,
  coreLoader,
  type FunctionName,
  type ResultOf,
  type Script,
  type Scripts,
} from '../browser/scripts.ts'

/** One world in each document: the page sees neither its globals nor its bindings. */
export const worldName = 'stillframe'

/** A page that navigates at every load is not followed forever. */
const attemptsMax = 5

export interface World {
  /**
   * Calls a function that `in-page/core.ts` exports in the main document and returns its result. The caller sets the deadline.
   * Throws what the browser throws, or `InPageError` if the function itself failed.
   */
  call<Name extends FunctionName<typeof Core>>(
    name: Name,
    ...args: ArgsOf<typeof Core, Name>
  ): Promise<ResultOf<typeof Core, Name>>
  /** As `call`, for a function of another script, which is sent with each call. */
  callIn<Api, Name extends FunctionName<Api>>(
    script: Script<Api>,
    name: Name,
    ...args: ArgsOf<Api, Name>
  ): Promise<ResultOf<Api, Name>>
  /** As `call`, for a function that returns elements. Their ids are valid while the document is open. */
  handles(name: FunctionName<typeof Core>): Promise<string[]>
}

/** The parts of a session that a world needs. */
export interface WorldSession {
  cdp: Pick<CDPSession, 'send'>
  scripts: Pick<Scripts, 'core'>
  /** Of a page that runs the calls in its own thread. */
  frames?: { time: Pick<PageTime, 'command'> }
}

/**
 * Creates an isolated world. It shares the page's DOM but not its globals, so a page that replaces `Promise` or
 * `document.querySelector`, as old libraries do, does not affect it. A call follows a navigation in progress.
 *
 * @param mainFrameId read from the browser unless given
 */
export const createWorld = ({ cdp, scripts, frames }: WorldSession, mainFrameId?: string): World => {
  const send = (request: Protocol.Runtime.CallFunctionOnRequest) => {
    const sent = () => cdp.send('Runtime.callFunctionOn', request)
    return frames ? frames.time.command(sent) : sent()
  }
  let context: Promise<number> | undefined
  /** The document to which the core script was sent. */
  let loaded: number | undefined
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
  const callCore = (contextId: number, name: string, args: unknown[], returnByValue = true) => {
    // Calls run in the order in which they are sent.
    if (loaded === contextId) return callIn(send, contextId, callOfCore(scripts, name), args, returnByValue)
    loaded = contextId
    return callIn(send, contextId, coreLoader(scripts), [name, ...args], returnByValue)
  }
  const call = (name: string, args: unknown[], returnByValue = true) =>
    inContext((contextId) => callCore(contextId, name, args, returnByValue))
  return {
    call: async (name, ...args) => (await call(name, args)).value,
    async callIn({ source, name: variable }, name, ...args) {
      const declaration = `function (...args) { return (() => { ${source}\n return ${variable} })().${name}(...args) }`
      const [, result] = await inContext((contextId) =>
        Promise.all([
          loaded === contextId || callCore(contextId, '', []),
          callIn(send, contextId, declaration, args, true),
        ]),
      )
      return result.value
    },
    async handles(name) {
      const { objectId = '' } = await call(name, [], false)
      const { result } = await cdp.send('Runtime.getProperties', { objectId, ownProperties: true })
      return result
        .filter((member) => /^\d+$/.test(member.name))
        .flatMap(({ value }) => value?.objectId ?? [])
    },
  }
}

const callOfCore = ({ core }: WorldSession['scripts'], name: string) =>
  `function (...args) { return ${core.name}.${name}(...args) }`

const openContext = async (cdp: Pick<CDPSession, 'send'>, mainFrameId: string | undefined) => {
  const frameId = mainFrameId ?? (await cdp.send('Page.getFrameTree')).frameTree.frame.id
  const { executionContextId } = await cdp.send('Page.createIsolatedWorld', { frameId, worldName })
  return executionContextId
}

const callIn = async (
  send: (request: Protocol.Runtime.CallFunctionOnRequest) => Promise<Protocol.Runtime.CallFunctionOnResponse>,
  executionContextId: number,
  functionDeclaration: string,
  args: unknown[],
  returnByValue: boolean,
): Promise<Protocol.Runtime.RemoteObject> => {
  const { result, exceptionDetails } = await send({
    functionDeclaration,
    executionContextId,
    arguments: args.map((value) => ({ value })),
    awaitPromise: true,
    returnByValue,
  })
  if (exceptionDetails) throw toInPageError(exceptionDetails)
  return result
}
