import type { PageSession } from '../browser/page-session.ts'
import { frameSessionsOf } from '../page/follow-targets.ts'
import type { MainDocument } from '../page/main-document.ts'

/**
 * Stops the scripts of the page and of its frames: no timer, event handler or frame callback of theirs runs from now on. Animations of
 * style sheets hold their current frame. Calls in our own world still run, but their timers and frame callbacks do not.
 */
export const stopScripts = async ({ cdp }: Pick<PageSession, 'cdp'>): Promise<void> => {
  const disable = [cdp, ...frameSessionsOf(cdp)].map((session) =>
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
  )
  await Promise.all([
    ...disable.slice(0, 1),
    // A frame may be closed meanwhile, and workers do not support the command.
    Promise.allSettled(disable.slice(1)),
    cdp.send('Animation.enable'),
    cdp.send('Animation.setPlaybackRate', { playbackRate: 0 }),
  ])
}

/**
 * Keeps the document in its page, also without scripts: `<meta http-equiv="refresh">` would replace it. A navigation whose request fails as
 * aborted leaves the document as it is.
 */
export const keepDocument = async (
  { page, cdp }: Pick<PageSession, 'page' | 'cdp'>,
  document: Pick<MainDocument, 'frameId' | 'isLeaving'>,
): Promise<void> => {
  const session = await page.createCDPSession()
  session.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    const decided =
      frameId === document.frameId
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId })
    // The page may be closed by then.
    decided.catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] })
  // The request of a navigation that has begun is not paused any more.
  if (document.isLeaving()) await cdp.send('Page.stopLoading')
}
