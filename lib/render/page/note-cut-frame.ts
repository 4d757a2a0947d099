import { noteIncomplete, type RenderReport } from '../../core/telemetry/render-report.ts'
import { inFrames } from './call-in-frames.ts'
import type { World, WorldSession } from './world.ts'

interface Framed extends WorldSession {
  report: RenderReport
  world: World
  plan: { viewport: { height: number } }
}

/** The bars of a page around its frame take less. */
const shareMin = 0.8

/** Names in the report that images and pages show only the first window of a page that is one frame, for example of a forwarded domain. */
export const noteCutFrame = async ({ report, plan, world, ...session }: Framed): Promise<void> => {
  if (!(await world.call('readFraming')).isFramed) return
  let isCut = false
  await inFrames(session, async (frame) => {
    const { height, isLonger } = await frame.call('readFraming')
    isCut ||= isLonger && height >= plan.viewport.height * shareMin
  })
  if (isCut) noteIncomplete(report, 'frame', 'not_drawn')
}
