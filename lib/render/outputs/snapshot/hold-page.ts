import type { FrameClock } from '../../browser/frame-clock.ts'
import type { PageSession } from '../../browser/page-session.ts'
import { announcePrint } from './announce-print.ts'
import { closeWorkers } from './close-workers.ts'
import { createPause, type PageState } from './pause-scripts.ts'

/** The page could still receive an event of the change before it is frozen. */
const muteLifecycle = `for (const type of ['visibilitychange', 'freeze', 'resume'])
  addEventListener(type, (event) => event.stopImmediatePropagation(), true)`

/** A page that is frozen by the first image that is taken of it, or by `freeze`. */
export interface HeldPage {
  session: PageSession
  /** Freezes the page unless it is frozen. */
  freeze(): Promise<void>
  /** Lets the frozen page react to being printed, and to nothing else. */
  announcePrint(): Promise<void>
}

/**
 * Prepares to stop everything that a page and its frames do. The page stays a page with scripts, with its canvases, media queries and no
 * content of `<noscript>`, which it would not if scripts were disabled. No timer, event handler or frame callback runs afterwards, and
 * nothing loads. Animations of style sheets hold their current frame. Calls in the service's world still run, but their timers and frame callbacks do not.
 *
 * A frozen page is hidden, because Chromium has no other frozen pages. It is shown for each capture, while its scripts are paused. An image
 * in the pause that freezes the page takes only one frame.
 */
export const holdPage = async (session: PageSession): Promise<HeldPage> => {
  const { cdp, frames } = session
  await frames.between(async () => frames.time.stop())
  // The first drawn frames of a page lack what is drawn apart from it, such as an offscreen canvas, which a frozen page does not draw.
  await frames.hurry(() => frames.draw().then(() => frames.draw()), true)
  await closeWorkers(cdp)
  await cdp.send('Runtime.evaluate', { expression: muteLifecycle })
  const { whilePaused, hasScripts } = await createPause(cdp)
  const setState = (state: PageState) => cdp.send('Page.setWebLifecycleState', { state })
  const freezeAfter = <T>(work: () => Promise<T>) =>
    whilePaused(async () => {
      await cdp.send('Animation.enable')
      await cdp.send('Animation.setPlaybackRate', { playbackRate: 0 })
      try {
        return await work()
      } finally {
        await setState('frozen')
      }
    })
  let frozen: Promise<unknown> | undefined
  const draw: FrameClock['draw'] = async (request) => {
    if (!request?.screenshot) return frames.draw(request)
    // The first frames after a page is shown may have the image from before.
    if (frozen) return { hasDamage: false }
    const drawn = freezeAfter(() => frames.draw(request))
    frozen = drawn
    return drawn
  }
  const show = <T>(work: () => Promise<T>) =>
    whilePaused(async () => {
      await setState('active')
      try {
        return await work()
      } finally {
        await setState('frozen')
      }
    })
  const freeze = async () => {
    frozen ??= freezeAfter(async () => undefined)
    await frozen
  }
  const capture: FrameClock['capture'] = async (request) => {
    await freeze()
    return show(() => frames.capture(request))
  }
  return {
    session: { ...session, frames: { ...frames, draw, capture } },
    freeze,
    announcePrint: async () => {
      if (hasScripts) await announcePrint(cdp, setState)
    },
  }
}
