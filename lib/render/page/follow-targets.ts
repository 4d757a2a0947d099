import { type CDPSession, CDPSessionEvent, type Page, type Protocol } from 'puppeteer-core'
import { isUnsupported } from '../browser/protocol-errors.ts'
import type { noteUnlessGone } from './best-effort.ts'

/** `page` is the page itself, `iframe` a frame that runs in a separate process. */
export type TargetKind = 'page' | 'iframe' | 'worker' | 'shared_worker' | 'service_worker'

/** Sends all its commands before its first await. What is sent by then applies from the target's first instruction. */
export type SetUpTarget = (session: CDPSession, kind: TargetKind) => Promise<unknown>

/** Receives the errors of targets below the page, of which some may have been closed before they were set up. */
type Note = ReturnType<typeof noteUnlessGone>

/** Sets up the page and every target of these kinds below it, each before it runs. Awaits the set-up of the page. */
export const followTargets = async (
  page: Page,
  kinds: readonly TargetKind[],
  setUp: SetUpTarget,
  note: Note,
) => {
  const session = await page.createCDPSession()
  const attached = autoAttach(session, { kinds, setUp, note, isOurs: () => true })
  await Promise.all([setUp(session, 'page'), attached])
}

/**
 * Sets up every frame of a page that runs in a separate process, before it runs. It uses the session that puppeteer opens anyway: a
 * second session takes 10 ms of CPU time in every render, even without frames. Workers receive the same commands and reject those
 * that they do not support.
 *
 * @param session puppeteer's own session of the page
 */
export const followFrames = (
  session: CDPSession,
  setUp: (frame: CDPSession) => Promise<unknown>,
  note: Note,
): void => {
  const children = frameSessions.get(session) ?? new Set()
  frameSessions.set(session, children)
  // Emitted before puppeteer lets the frame run.
  session.on(CDPSessionEvent.SessionAttached, (child) => {
    children.add(child)
    setUp(child).catch((error: unknown) => {
      if (!isUnsupported(error)) note(error)
    })
    followFrames(child, setUp, note)
  })
  // Emitted next.
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const child = session.connection()?.session(sessionId)
    if (child && targetInfo.type !== 'iframe') workers.add(child)
  })
}

/** The sessions below each session of `followFrames`. */
const frameSessions = new WeakMap<object, Set<CDPSession>>()

const workers = new WeakSet<CDPSession>()

/** Returns whether a session of `frameSessionsOf` is that of a worker. */
export const isWorker = (session: CDPSession): boolean => workers.has(session)

/** Returns the sessions of the frames in separate processes and of the workers that have been attached to a page so far. */
export const frameSessionsOf = (session: Pick<CDPSession, 'send'>): CDPSession[] =>
  [...(frameSessions.get(session) ?? [])].flatMap((child) => [child, ...frameSessionsOf(child)])

/**
 * Sets up the page's shared and service workers. In the protocol they belong to the browser context, not to the page, so the session
 * that sees them has to be closed with the page.
 */
export const followSharedWorkers = async (page: Page, setUp: SetUpTarget, note: Note) => {
  const session = await page.browser().target().createCDPSession()
  page.once('close', () => session.detach().catch(note))
  const context = page.browserContext().id
  await autoAttach(session, {
    kinds: ['shared_worker', 'service_worker'],
    setUp,
    note,
    isOurs: ({ browserContextId }) => browserContextId === context,
  })
}

interface AttachOptions {
  kinds: readonly TargetKind[]
  setUp: SetUpTarget
  note: Note
  isOurs(target: Protocol.Target.TargetInfo): boolean
}

const autoAttach = (session: CDPSession, options: AttachOptions): Promise<unknown> => {
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const child = session.connection()?.session(sessionId)
    if (!child) return
    if (options.isOurs(targetInfo)) {
      options.setUp(child, targetInfo.type as TargetKind).catch(options.note)
      if (targetInfo.type === 'iframe') autoAttach(child, options).catch(options.note)
    }
    child.send('Runtime.runIfWaitingForDebugger').catch(options.note)
  })
  return session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: options.kinds.map((type) => ({ type })),
  })
}
