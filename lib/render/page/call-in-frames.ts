import type { CDPSession, Protocol } from 'puppeteer-core'
import { until } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { isGone } from '../browser/protocol-errors.ts'
import type { ArgsOf, Core, FunctionName } from '../browser/scripts.ts'
import { frameSessionsOf, isWorker } from './follow-targets.ts'
import { createWorld, type World, type WorldSession } from './world.ts'

type Sender = Pick<CDPSession, 'send'>

type Work = (world: World, frameId: string) => Promise<unknown>

/**
 * Runs the work for every frame below the main one, whatever its origin, and waits for it, at most `msMax`. Best effort: a frame may be
 * busy, or closed meanwhile.
 */
export const inFrames = async (
  session: WorldSession,
  work: Work,
  msMax: number = limitsMs.page.otherProcess,
): Promise<void> => {
  await until(workInFrames(session, work), msMax)
}

/** Calls a function of the core script in every frame below the main one, as `inFrames` does. */
export const callInFrames = <Name extends FunctionName<typeof Core>>(
  session: WorldSession,
  name: Name,
  ...args: ArgsOf<typeof Core, Name>
): Promise<void> => inFrames(session, (world) => world.call(name, ...args))

/** As `callInFrames`, but waits as long as a frame is busy, and fails if the call does in a frame that still exists. */
export const callInAllFrames = async <Name extends FunctionName<typeof Core>>(
  session: WorldSession,
  name: Name,
  ...args: ArgsOf<typeof Core, Name>
): Promise<void> => {
  const outcomes = await workInFrames(session, (world) => world.call(name, ...args))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected' && !isGone(outcome.reason)) throw outcome.reason
}

const workInFrames = async ({ cdp, scripts }: WorldSession, work: Work) => {
  const workBelow = async (session: Sender, isMain: boolean) => {
    const { frameTree } = await session.send('Page.getFrameTree')
    const ids = idsIn(frameTree).slice(isMain ? 1 : 0)
    return Promise.allSettled(ids.map((id) => work(createWorld({ cdp: session, scripts }, id), id)))
  }
  const frames = frameSessionsOf(cdp).filter((session) => !isWorker(session))
  const below = [workBelow(cdp, true), ...frames.map((frame) => workBelow(frame, false))]
  const outcomes = await Promise.allSettled(below)
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : [outcome]))
}

const idsIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(idsIn),
]
