import type { CDPSession, Protocol } from 'puppeteer-core'
import { until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { ArgsOf, Core, FunctionName } from '../browser/scripts.ts'
import { frameSessionsOf } from './follow-targets.ts'
import { createWorld, type WorldSession } from './world.ts'

type Sender = Pick<CDPSession, 'send'>

/**
 * Calls a function of the core script in every frame below the main one, whatever its origin. Best effort: a frame may be busy, or closed
 * meanwhile.
 */
export const callInFrames = async <Name extends FunctionName<typeof Core>>(
  { cdp, scripts }: WorldSession,
  name: Name,
  ...args: ArgsOf<typeof Core, Name>
): Promise<void> => {
  const callBelow = async (session: Sender, isMain: boolean) => {
    const { frameTree } = await session.send('Page.getFrameTree')
    const ids = idsIn(frameTree).slice(isMain ? 1 : 0)
    await Promise.allSettled(ids.map((id) => createWorld({ cdp: session, scripts }, id).call(name, ...args)))
  }
  const sessions = [callBelow(cdp, true), ...frameSessionsOf(cdp).map((frame) => callBelow(frame, false))]
  await until(Promise.allSettled(sessions), limitsMs.page.otherProcess)
}

const idsIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(idsIn),
]
