import { noteIncomplete } from '../../core/telemetry/render-report.ts'
import { type FramedPage, tryInFrames } from './call-in-frames.ts'

interface ShownPage extends FramedPage {
  plan: { viewport: { height: number } }
}

/** The bars of a page around its frame take less. */
const shareMin = 0.8

/** Names in the report that images and pages show only the first window of a page that is one frame, for example of a forwarded domain. */
export const noteCutFrame = async (page: ShownPage): Promise<void> => {
  if (!(await page.world.call('readFraming')).isFramed) return
  let isCut = false
  await tryInFrames(page, 'frames', async (frame) => {
    const { height, isLonger } = await frame.call('readFraming')
    isCut ||= isLonger && height >= page.plan.viewport.height * shareMin
  })
  if (isCut) noteIncomplete(page.report, 'frame', 'not_drawn')
}
