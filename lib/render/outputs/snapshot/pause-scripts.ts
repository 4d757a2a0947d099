import type { CDPSession, Protocol } from 'puppeteer-core'
import { ignore, until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { isScriptForbidden } from '../../browser/protocol-errors.ts'
import { frameSessionsOf } from '../../page/follow-targets.ts'

/** Runs work while no script of the page and of its frames can run, not even an event handler, and nothing loads. */
type WhilePaused = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Prepares pauses of all scripts. During a pause, Chromium is as in a debugger: it draws and captures the page, but does not respond to
 * calls in it.
 */
export const createPause = async (cdp: CDPSession): Promise<WhilePaused> => {
  const main = await createFramePause(cdp).catch(unlessForbidden)
  const frames = await Promise.all(frameSessionsOf(cdp).map((session) => unlessBusy(enablePause(session))))
  const pauses = frames.filter((pause) => pause !== undefined)
  return async (work) => {
    const [resume, ...others] = await Promise.all([main(), ...pauses.map((pause) => unlessBusy(pause()))])
    try {
      return await work()
    } finally {
      await Promise.all([resume(), ...others.map((other) => other && unlessBusy(other()))])
    }
  }
}

type Resume = () => Promise<unknown>

type Pause = () => Promise<Resume>

/** A page that a policy keeps from running scripts needs no pause. Its frames have the same policy. */
const unlessForbidden = (error: unknown): Pause => {
  if (!isScriptForbidden(error)) throw error
  return async () => async () => undefined
}

/** Workers have the same sessions, but are left alone. */
const enablePause = async (session: CDPSession) => {
  await session.send('Page.getFrameTree')
  return createFramePause(session)
}

/** Resolves to undefined if the frame is closed or busy. */
const unlessBusy = <T>(work: Promise<T>): Promise<T | undefined> =>
  until(work, limitsMs.page.otherProcess).catch(() => undefined)

/** The name of a function whose pauses are ended by the code that calls it. */
export const pausingName = 'stillframePausing'

const source = { expression: 'debugger', sourceURL: '', persistScript: true }

const createFramePause = async (session: CDPSession): Promise<Pause> => {
  let ours: string | undefined
  let reached = ignore
  session.on('Debugger.paused', ({ callFrames }: Protocol.Debugger.PausedEvent) => {
    // A page may have a statement `debugger` as well.
    const [top] = callFrames
    if (top?.location.scriptId === ours) reached()
    else if (top?.functionName !== pausingName) session.send('Debugger.resume').catch(ignore)
  })
  await session.send('Debugger.enable')
  /** Returns false if the page was in a pause itself, in which the script does not pause. */
  const tryPause = async () => {
    const { scriptId = '' } = await session.send('Runtime.compileScript', source)
    ours = scriptId
    const paused = new Promise<true>((resolve) => {
      reached = () => resolve(true)
    })
    return Promise.race([paused, session.send('Runtime.runScript', { scriptId }).then(() => false)])
  }
  return async () => {
    while (!(await tryPause()));
    return () => session.send('Debugger.resume')
  }
}
