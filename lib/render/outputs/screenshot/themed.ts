import { toDevicePixels } from '../../../core/plan/capture-area.ts'
import { divideRows } from '../../../core/plan/plan-rows.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import type { Survey } from '../../in-page/phases/stops.ts'
import type { CaptureContext } from './capture-context.ts'
import { cutSection, fromStops, type Section, type ShootPart, shootStop } from './stop.ts'

interface Themed {
  sections: Section[]
  /** Their areas, in CSS pixels. */
  areas: Rectangle[]
}

/** Captures the sections of a page whose colors follow the scroll position, each while it is in the middle of the window. */
export const shootThemed = async (
  context: CaptureContext,
  region: Rectangle,
  survey: Survey,
  shoot: ShootPart,
): Promise<Themed> => {
  const { plan, report } = context
  const { deviceScaleFactor } = plan.viewport
  const { height } = survey
  const themed = survey.scrolled?.themed
  if (!themed) return { sections: [], areas: [] }
  const end = (region.y + region.height) / deviceScaleFactor
  const rows = divideRows(themed.rows, themed.edges, height).filter(([top]) => top < end)
  const toDevice = (y: number, bottom: number) => {
    const { y: top, height } = toDevicePixels({ x: 0, y, width: 1, height: bottom - y }, deviceScaleFactor)
    return { ...region, y: top, height }
  }
  const sections: Section[] = []
  const areas: Rectangle[] = []
  await fromStops(context, survey, async (endsMs) => {
    let lower = 0
    for (const [from, to] of rows) {
      if (Date.now() >= endsMs) return noteIncomplete(report, 'section', 'timeout')
      const bottom = Math.min(to, end)
      const { taken, rests } = await shootStop(context, {
        top: Math.max(0, Math.floor((from + to - height) / 2) + lower),
        endsMs,
        take: async (view) => ({ view, png: await shoot(toDevice(from + view.lower, bottom + view.lower)) }),
        isAtRest: (last, next) => last.png.equals(next.png) && last.view.lower === next.view.lower,
      })
      if (!rests && Date.now() >= endsMs) return noteIncomplete(report, 'section', 'timeout')
      if (!rests) noteIncomplete(report, 'section', 'moving')
      lower = taken.view.lower
      const place = toDevice(from, bottom)
      sections.push(await cutSection(taken.png, place, place, region))
      areas.push({
        x: region.x / deviceScaleFactor,
        y: from,
        width: region.width / deviceScaleFactor,
        height: bottom - from,
      })
    }
  })
  return { sections, areas }
}
