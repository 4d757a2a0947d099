import type { CDPSession, Protocol } from 'puppeteer-core'
import { untilDeadline } from '../../base/timers.ts'
import { frameSessionsOf } from './follow-targets.ts'
import { createWorld } from './world.ts'

type Sender = Pick<CDPSession, 'send'>

/** A frame that is busier than this is left as it is. */
const frameMsMax = 500

/**
 * Runs a function of `in-page/` in every frame below the main one, whatever its origin. Best effort: a frame may be busy, or closed
 * meanwhile.
 */
export const callInFrames = async <Args extends unknown[]>(
  cdp: Sender,
  work: (...args: Args) => void,
  ...args: Args
): Promise<void> => {
  const callBelow = async (session: Sender, isMain: boolean) => {
    const { frameTree } = await session.send('Page.getFrameTree')
    const ids = idsIn(frameTree).slice(isMain ? 1 : 0)
    await Promise.allSettled(ids.map((id) => createWorld(session, id).call(work, ...args)))
  }
  const sessions = [callBelow(cdp, true), ...frameSessionsOf(cdp).map((frame) => callBelow(frame, false))]
  await untilDeadline(Promise.allSettled(sessions), frameMsMax)
}

const idsIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(idsIn),
]
