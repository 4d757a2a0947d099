import { toDevicePixels } from '../../../core/plan/capture-area.ts'
import {
  areaOf,
  cellsAround,
  cellsIn,
  createGrid,
  type PixelGrid,
  type Pixels,
  readPixels,
} from '../../../core/plan/pixel-grid.ts'
import type { Rows } from '../../../core/plan/plan-rows.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import type { StopView, Survey } from '../../in-page/phases/stops.ts'
import { type Added, addStrip, areSameWhereEmpty, lacks, progressMin, type Strip } from './add-strip.ts'
import type { CaptureContext } from './capture-context.ts'
import { decode, type Missing, toCells, toColor } from './find-missing.ts'
import { fromStops, type Section, type ShootPart, shootStop } from './stop.ts'

interface ReadStrip extends Strip {
  pixels: Pixels
  /** How many pixels above the first row are part of a cell that is not complete. */
  skipped: number
}

/** The image of a window. */
interface WindowImage {
  png: Buffer
  view: StopView
  /** Is decoded once it is needed. */
  strip?: ReadStrip
}

/** What the strips of an image share. */
interface Strips {
  region: Rectangle
  survey: Survey
  missing: Missing
  shoot: ShootPart
  /** The height of the window in rows of cells. */
  windowRows: number
}

/**
 * Scrolls to the places where the whole capture is empty, and adds what the window shows there. Everything else stays as the whole capture
 * shows it.
 */
export const shootStrips = async (
  context: CaptureContext,
  region: Rectangle,
  survey: Survey,
  missing: Missing,
  shoot: ShootPart,
): Promise<Section[]> => {
  const { report, plan } = context
  const { deviceScaleFactor } = plan.viewport
  const { height } = survey
  const { grid, rows } = missing
  const windowRows = Math.floor((height * deviceScaleFactor) / grid.cell)
  const strips = { region, survey, missing, shoot, windowRows }
  const sections: Section[] = []
  await fromStops(context, survey, async (endsMs) => {
    let lower = 0
    for (let from = rowFrom(rows, 0); from !== undefined; ) {
      if (Date.now() >= endsMs) {
        noteIncomplete(report, 'section', 'timeout')
        break
      }
      const { strip, view, ...state } = await shootWindow(context, strips, { from, lower, endsMs })
      const added = addStrip(missing, strip, { from, windowRows })
      if (isUsable(report, added, { ...view, ...state })) sections.push(cutOut(strip, added, grid))
      lower = view.lower
      from = rowFrom(rows, Math.max(added.next, from + Math.ceil(windowRows * progressMin)))
    }
  })
  return sections
}

/** Returns whether cells are drawn into the image, and adds to the report why they may not be right. */
const isUsable = (
  report: CaptureContext['report'],
  { cells }: Added,
  { isUneven, isSteady, rests }: StopView & { isSteady: boolean; rests: boolean },
): boolean => {
  if (cells.length === 0) return false
  if (!rests) noteIncomplete(report, 'section', 'moving')
  if (isUneven) noteIncomplete(report, 'section', 'different')
  return isSteady && !isUneven
}

/** Returns the first of the rows to look at that is not above another row. */
const rowFrom = (rows: readonly Rows[], row: number) => {
  const next = rows.find(([, bottom]) => bottom > row)
  return next && Math.max(row, next[0])
}

/** Captures the window that begins at a row of the whole capture, or above it if the rows that are missing do not fill it. */
const shootWindow = async (
  context: CaptureContext,
  { region, survey, missing, shoot, windowRows }: Strips,
  { from, lower, endsMs }: { from: number; lower: number; endsMs: number },
) => {
  const { plan } = context
  const { deviceScaleFactor } = plan.viewport
  const { height } = survey
  const { grid } = missing
  const shown = endOfStop(missing.rows, from, windowRows) - from
  // What fills the window is seen as a whole where it begins.
  const lead = shown >= windowRows ? 1 : Math.floor((windowRows - shown) / 2)
  const top = Math.floor(((from - lead) * grid.cell + region.y) / deviceScaleFactor) + lower
  const cells = toCells(region, plan, grid)
  const read = async (image: WindowImage) => {
    const { view, png } = image
    const offset = Math.round((view.top - view.lower) * deviceScaleFactor) - region.y
    const taken = survey.unseen.map((area, index) => {
      const { x, y } = view.moved[index] ?? { x: 0, y: 0 }
      return cells({ ...area, x: area.x + x, y: area.y + y - view.lower })
    })
    const canvas = toColor(view.canvas, plan.omitBackground)
    image.strip ??= { ...toStrip(await decode(png), offset, grid), taken, canvas, isAtEnd: view.top < top }
    return image.strip
  }
  /** A page that scrolls on its own may show another part of itself. */
  let isSteady = false
  const { taken, rests } = await shootStop<WindowImage>(context, {
    top: Math.max(0, top),
    endsMs,
    async take(view) {
      const window = toDevicePixels({ x: 0, y: view.top, width: 1, height }, deviceScaleFactor)
      return { view, png: await shoot({ ...region, y: window.y, height: window.height }) }
    },
    async isAtRest(last, next) {
      const { view } = last
      isSteady = view.top === next.view.top
      if (last.png.equals(next.png) && view.lower === next.view.lower && view.top === next.view.top) {
        if (last.strip) next.strip = last.strip
        return true
      }
      return areSameWhereEmpty(missing, await read(last), await read(next))
    },
    isLate: async (image) => lacks(missing, await read(image), { from, windowRows }),
  })
  return { strip: await read(taken), view: taken.view, rests, isSteady }
}

/** Returns where a stop ends that begins at a row and shows as many of the rows as fit the window. */
const endOfStop = (rows: readonly Rows[], from: number, windowRows: number) => {
  let end = from
  for (const [top, bottom] of rows) {
    if (bottom <= from) continue
    if (bottom - from > windowRows) return top <= from ? from + windowRows : end
    end = bottom
  }
  return end
}

/** Reads the image of a window, whose first row of pixels is at `offset` of the whole capture. */
const toStrip = (pixels: Pixels, offset: number, whole: PixelGrid) => {
  const row = Math.ceil(offset / whole.cell)
  const skipped = row * whole.cell - offset
  const exact = (pixels.height - skipped) / whole.cell
  // The last row of the whole capture may not be complete either.
  const rows = row + Math.ceil(exact) === whole.rows ? Math.ceil(exact) : Math.floor(exact)
  const grid = createGrid({ width: whole.columns * whole.cell, height: rows * whole.cell }, whole.cell)
  readPixels(grid, pixels, 0, -skipped)
  return { pixels, grid, row, skipped }
}

/** Cuts the added cells and their surroundings out of a strip. The rest is transparent. */
const cutOut = (
  { pixels, grid, row, skipped }: ReadStrip,
  { cells, others }: Added,
  whole: PixelGrid,
): Section => {
  const { cell, columns } = grid
  const near = new Set(cells.flatMap((index) => [index, ...cellsAround(grid, index)]))
  const inWhole = cellsIn(grid, { x: 0, y: -row, width: columns, height: whole.rows })
  const shown = inWhole.filter((index) => near.has(index) && !others.has(index))
  const area = areaOf(grid, shown)
  const [left, top] = [area.x * cell, area.y * cell]
  const width = Math.min(pixels.width, left + area.width * cell) - left
  const height = Math.min(pixels.height - skipped, top + area.height * cell) - top
  const cut = Buffer.alloc(width * height * 4)
  for (const index of shown) {
    const x = (index % columns) * cell
    const y = Math.floor(index / columns) * cell
    for (let line = y; line < Math.min(y + cell, top + height); line++) {
      const from = ((line + skipped) * pixels.width + x) * 4
      const end = from + Math.min(cell, pixels.width - x) * 4
      pixels.data.copy(cut, ((line - top) * width + x - left) * 4, from, end)
    }
  }
  return { input: cut, raw: { width, height, channels: 4 }, left, top: top + row * cell }
}
