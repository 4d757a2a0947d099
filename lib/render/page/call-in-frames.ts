import type { CDPSession, Protocol } from 'puppeteer-core'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { RenderReport } from '../../core/telemetry/render-report.ts'
import { isGone } from '../browser/protocol-errors.ts'
import { inTime, noteUnlessGone } from './best-effort.ts'
import { frameSessionsOf, isWorker } from './follow-targets.ts'
import { createWorld, type World, type WorldSession } from './world.ts'

type Work = (world: World, frameId: string) => Promise<unknown>

/** A page with frames. */
export interface FramedPage extends WorldSession {
  world: World
  report: RenderReport
  signal: AbortSignal | undefined
}

/**
 * Runs the work for every frame below the main one, whatever its origin, and waits as long as a frame is busy. Fails if the work does in a
 * frame that still exists.
 */
export const inFrames = async (session: WorldSession, work: Work): Promise<void> => {
  for (const error of await failuresInFrames(session, work)) throw error
}

/** The same for work that is not essential: the report names the wait if a frame is busy for `msMax`, and failures are in the log. */
export const tryInFrames = async (
  page: FramedPage,
  wait: string,
  work: Work,
  msMax: number = limitsMs.page.otherProcess,
): Promise<void> => {
  const failures = await inTime(wait, failuresInFrames(page, work), msMax, page)
  failures?.value.forEach(noteUnlessGone(page.report, wait))
}

const failuresInFrames = async ({ cdp, scripts }: WorldSession, work: Work): Promise<unknown[]> => {
  const workBelow = async (session: Pick<CDPSession, 'send'>, isMain: boolean) => {
    const { frameTree } = await session.send('Page.getFrameTree')
    const ids = idsIn(frameTree).slice(isMain ? 1 : 0)
    return Promise.allSettled(ids.map((id) => work(createWorld({ cdp: session, scripts }, id), id)))
  }
  const frames = frameSessionsOf(cdp).filter((session) => !isWorker(session))
  const below = [workBelow(cdp, true), ...frames.map((frame) => workBelow(frame, false))]
  const outcomes = (await Promise.allSettled(below)).flatMap((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : [outcome],
  )
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !isGone(outcome.reason) ? [outcome.reason] : [],
  )
}

const idsIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(idsIn),
]
