import type { CDPSession, Protocol } from 'puppeteer-core'
import { toInPageError } from '../../browser/protocol-errors.ts'
import { worldName } from '../../page/world.ts'
import { bindingName } from './frame-script.ts'

/** The script's world in one document. Calls return undefined if they fail, for example because the document no longer exists. */
export interface FrameWorld {
  run(expression: string): Promise<unknown>
  /** Runs in the world of the page's own scripts; its return value comes from the page and is not trusted. */
  runInPage(expression: string): Promise<unknown>
}

/**
 * Runs `script` in every document of the session's frames before the document's own scripts, and forwards its reports.
 *
 * @param note receives the errors of calls, except those that the page's own scripts throw
 */
export const openFrameWorlds = async (
  session: CDPSession,
  script: string,
  receive: (message: unknown, frame: FrameWorld) => void,
  note: (error: unknown) => void,
): Promise<void> => {
  const run = async (expression: string, contextId: number) => {
    const { value, thrown } = await evaluate(session, expression, contextId, note)
    if (thrown) note(toInPageError(thrown))
    return value
  }
  const runInPage = async (expression: string, contextId: number | undefined) =>
    contextId === undefined ? undefined : (await evaluate(session, expression, contextId, note)).value
  const worlds = new Map<number, FrameWorld>()
  const pageWorldOfFrame = new Map<string, number>()
  session.on('Runtime.executionContextCreated', ({ context }) => {
    // The session may belong to a worker.
    if (!context.auxData) return
    const { frameId, isDefault } = context.auxData as { frameId: string; isDefault: boolean }
    if (isDefault) pageWorldOfFrame.set(frameId, context.id)
    else if (context.name === worldName)
      worlds.set(context.id, {
        run: (expression) => run(expression, context.id),
        runInPage: (expression) => runInPage(expression, pageWorldOfFrame.get(frameId)),
      })
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    worlds.delete(executionContextId)
  })
  session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    const world = worlds.get(executionContextId)
    if (name === bindingName && world) receive(JSON.parse(payload), world)
  })
  await Promise.all([
    session.send('Runtime.addBinding', { name: bindingName, executionContextName: worldName }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { worldName, source: script }),
  ])
}

/** If the frame has navigated, the next document runs the script again. */
const evaluate = async (
  session: CDPSession,
  expression: string,
  contextId: number,
  note: (error: unknown) => void,
): Promise<{ value?: unknown; thrown?: Protocol.Runtime.ExceptionDetails | undefined }> => {
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    return exceptionDetails ? { thrown: exceptionDetails } : { value: result.value }
  } catch (error) {
    note(error)
    return {}
  }
}
