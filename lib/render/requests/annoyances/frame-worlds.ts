import type { CDPSession } from 'puppeteer-core'
import { worldName } from '../../page/world.ts'
import { bindingName } from './frame-script.ts'

/** The script's world in one document. Calls return undefined if the document no longer exists. */
export interface FrameWorld {
  run(expression: string): Promise<unknown>
  /** Runs in the world of the page's own scripts; its return value comes from the page and is not trusted. */
  runInPage(expression: string): Promise<unknown>
}

/** Runs `script` in every document of the session's frames before the document's own scripts, and forwards its reports. */
export const openFrameWorlds = async (
  session: CDPSession,
  script: string,
  receive: (message: unknown, frame: FrameWorld) => void,
): Promise<void> => {
  const worlds = new Map<number, FrameWorld>()
  const pageWorldOfFrame = new Map<string, number>()
  session.on('Runtime.executionContextCreated', ({ context }) => {
    // The session may be that of a worker.
    if (!context.auxData) return
    const { frameId, isDefault } = context.auxData as { frameId: string; isDefault: boolean }
    if (isDefault) pageWorldOfFrame.set(frameId, context.id)
    else if (context.name === worldName)
      worlds.set(context.id, {
        run: (expression) => evaluate(session, expression, context.id),
        runInPage: (expression) => evaluate(session, expression, pageWorldOfFrame.get(frameId)),
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

const evaluate = async (session: CDPSession, expression: string, contextId: number | undefined) => {
  if (contextId === undefined) return undefined
  try {
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value as unknown
  } catch {
    // The frame has navigated. Its successor runs the script again.
    return undefined
  }
}
