import type { CDPSession, Protocol } from 'puppeteer-core'
import { ignore, pause, until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { isScriptForbidden } from '../../browser/protocol-errors.ts'
import { frameSessionsOf } from '../../page/follow-targets.ts'
import { worldName } from '../../page/world.ts'

/**
 * Runs work while no script of the page and of its frames can run, not even an event handler, and nothing loads. The work has to freeze the
 * page, even if it fails: the pause ends when the page is frozen.
 */
type WhilePaused = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Prepares pauses of all scripts. During a pause, Chromium is as in a debugger: it draws and captures the page.
 */
export const createPause = async (
  cdp: CDPSession,
): Promise<{ whilePaused: WhilePaused; hasScripts: boolean }> => {
  const main = await createFramePause(cdp).catch(unlessForbidden)
  // Workers have the same sessions, and no frames to open a world in.
  const frames = await Promise.all(
    frameSessionsOf(cdp).map((session) => unlessBusy(createFramePause(session))),
  )
  const pauses = frames.filter((pause) => pause !== undefined)
  const whilePaused: WhilePaused = async (work) => {
    const [resume, ...others] = await Promise.all([main(), ...pauses.map((pause) => unlessBusy(pause()))])
    try {
      return await work()
    } finally {
      await Promise.all([resume(), ...others.map((other) => other && unlessBusy(other()))])
    }
  }
  return { whilePaused, hasScripts: main !== needless }
}

type Resume = () => Promise<unknown>

type Pause = () => Promise<Resume>

/** For a page without scripts. */
const needless: Pause = async () => async () => undefined

/** A page that a policy keeps from running scripts needs no pause. Its frames have the same policy. */
const unlessForbidden = (error: unknown): Pause => {
  if (!isScriptForbidden(error)) throw error
  return needless
}

/** Resolves to undefined if the frame is closed or busy. */
export const unlessBusy = <T>(work: Promise<T>): Promise<T | undefined> =>
  until(work, limitsMs.page.otherProcess).catch(() => undefined)

export type PageState = 'active' | 'frozen'

/** The names of functions whose pauses are ended by the code that calls them. */
export const pausingNames: Record<PageState, string> = {
  active: 'stillframeShowing',
  frozen: 'stillframeFreezing',
}

/**
 * Functions that pause once, and again until the page is active or frozen: Chromium's command may end before the page has the new state,
 * above all on a busy machine. No event handler runs in a frozen page.
 */
export const pausingFunctions = `
const isActive = () => {
  let runs = false
  const target = new EventTarget()
  target.addEventListener('look', () => { runs = true })
  target.dispatchEvent(new Event('look'))
  return runs
}
function ${pausingNames.active}() { do debugger; while (!isActive()) }
function ${pausingNames.frozen}() { do debugger; while (isActive()) }
`

const source = {
  expression: `(() => { ${pausingFunctions} ${pausingNames.frozen}() })()`,
  sourceURL: '',
  persistScript: true,
}

/** Creates the world in which the page cannot replace what the functions use. */
export const openPausingWorld = async (session: CDPSession): Promise<number> => {
  const { frameTree } = await session.send('Page.getFrameTree')
  const world = { frameId: frameTree.frame.id, worldName }
  return (await session.send('Page.createIsolatedWorld', world)).executionContextId
}

/** Between two attempts to continue. */
const againMs = 2

const createFramePause = async (session: CDPSession): Promise<Pause> => {
  let ours: string | undefined
  let reached = ignore
  const names = Object.values(pausingNames)
  session.on('Debugger.paused', ({ callFrames }: Protocol.Debugger.PausedEvent) => {
    // A page may have a statement `debugger` as well.
    const [top] = callFrames
    if (top?.location.scriptId === ours) reached()
    else if (!names.includes(top?.functionName ?? '')) session.send('Debugger.resume').catch(ignore)
  })
  const executionContextId = await openPausingWorld(session)
  await session.send('Debugger.enable')
  /** Returns undefined if the page was in a pause itself, in which the script does not pause. */
  const tryPause = async () => {
    const { scriptId = '' } = await session.send('Runtime.compileScript', { ...source, executionContextId })
    ours = scriptId
    const paused = new Promise<true>((resolve) => {
      reached = () => resolve(true)
    })
    const ended = session.send('Runtime.runScript', { scriptId, executionContextId })
    return Promise.race([paused.then(() => ({ ended })), ended.then(() => undefined)])
  }
  const resume = () => session.send('Debugger.resume')
  return async () => {
    for (;;) {
      const script = await tryPause()
      if (!script) continue
      return async () => {
        reached = () => {
          pause(againMs).then(resume).catch(ignore)
        }
        await resume()
        await script.ended
      }
    }
  }
}
