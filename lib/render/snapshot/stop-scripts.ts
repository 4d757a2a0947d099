import type { PageSession } from '../browser/page-session.ts'
import { frameSessionsOf } from '../page/follow-targets.ts'

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
