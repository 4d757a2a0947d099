import { noteExpired, type RenderReport } from '../../core/telemetry/render-report.ts'
import { inFrames } from './call-in-frames.ts'
import type { WorldSession } from './world.ts'

interface Framed extends WorldSession {
  report: RenderReport
  plan: { viewport: { height: number } }
}

/** The bars of a page around its frame take less. */
const shareMin = 0.8

/** Names in the report that images and pages show only the first window of a page that is one frame (`isFramed`), for example of a forwarded domain. */
export const noteCutFrame = async ({ report, plan, ...session }: Framed): Promise<void> => {
  let isCut = false
  await inFrames(session, async (world) => {
    isCut ||= await world.call('isCutFrame', plan.viewport.height * shareMin)
  })
  if (isCut) noteExpired(report, 'sections')
}
