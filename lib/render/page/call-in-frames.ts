import type { CDPSession, Protocol } from 'puppeteer-core'
import { until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { ArgsOf, Core, FunctionName } from '../browser/scripts.ts'
import { frameSessionsOf } from './follow-targets.ts'
import { createWorld, type World, type WorldSession } from './world.ts'

type Sender = Pick<CDPSession, 'send'>

/**
 * Runs the work for every frame below the main one, whatever its origin, and waits for it, at most `msMax`. Best effort: a frame may be
 * busy, or closed meanwhile.
 */
export const inFrames = async (
  { cdp, scripts }: WorldSession,
  work: (world: World, frameId: string) => Promise<unknown>,
  msMax: number = limitsMs.page.otherProcess,
): Promise<void> => {
  const workBelow = async (session: Sender, isMain: boolean) => {
    const { frameTree } = await session.send('Page.getFrameTree')
    const ids = idsIn(frameTree).slice(isMain ? 1 : 0)
    await Promise.allSettled(ids.map((id) => work(createWorld({ cdp: session, scripts }, id), id)))
  }
  const sessions = [workBelow(cdp, true), ...frameSessionsOf(cdp).map((frame) => workBelow(frame, false))]
  await until(Promise.allSettled(sessions), msMax)
}

/** Calls a function of the core script in every frame below the main one, as `inFrames` does. */
export const callInFrames = <Name extends FunctionName<typeof Core>>(
  session: WorldSession,
  name: Name,
  ...args: ArgsOf<typeof Core, Name>
): Promise<void> => inFrames(session, (world) => world.call(name, ...args))

const idsIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(idsIn),
]
