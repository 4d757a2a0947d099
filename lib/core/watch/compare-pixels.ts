import pixelmatch from 'pixelmatch'
import type { Rectangle } from '../plan/render-plan.ts'

/** Rows of two images of one width, as RGBA. */
export interface PixelRows {
  width: number
  before: Uint8Array
  after: Uint8Array
}

export interface PixelDifference {
  /** Changed pixels, without those that differ only by their anti-aliasing. */
  changed: number
  /** The bounds of the changed pixels in each cell of a grid. */
  boxes: Rectangle[]
  /** RGBA: the second image faded, with changed pixels in red. Absent if nothing changed. */
  drawn?: Uint8Array
}

/** Of a box. Small enough that a region of several boxes follows the outline of a change. */
const cellSize = 16

/** Anti-aliasing is decided by the neighbors of a pixel and the neighbors of those. */
const contextRows = 2

const red = [255, 0, 0] as const

/** How much of the second image is visible in the drawn difference. */
export const fade = 0.25

/** Compares rows of pixels. Rows that are equal take no more than a comparison of their bytes. */
export const comparePixels = (rows: PixelRows): PixelDifference => {
  const runs = differingRuns(rows)
  if (runs.length === 0) return { changed: 0, boxes: [] }
  const { width, after } = rows
  const drawn = new Uint8Array(after.length)
  const height = after.length / 4 / width
  const draw = (one: Uint8Array, other: Uint8Array, output: Uint8Array) =>
    pixelmatch(one, other, output, width, output.length / 4 / width, {
      alpha: fade,
      diffColor: [...red],
      aaColor: [230, 230, 230],
      checkerboard: false,
    })
  let changed = 0
  for (const { from, to } of runs) {
    const [start, end] = [from * width * 4, to * width * 4]
    changed += draw(after.subarray(start, end), rows.before.subarray(start, end), drawn.subarray(start, end))
  }
  if (changed === 0) return { changed: 0, boxes: [] }
  for (const { from, to } of gapsBetween(runs, height)) {
    const same = after.subarray(from * width * 4, to * width * 4)
    draw(same, same, drawn.subarray(from * width * 4, to * width * 4))
  }
  return { changed, boxes: boxesOf(drawn, width, runs), drawn }
}

interface Run {
  from: number
  /** Exclusive. */
  to: number
}

/** Returns the runs of rows that differ, with the rows around them that the comparison looks at. */
const differingRuns = ({ width, before, after }: PixelRows): Run[] => {
  const stride = width * 4
  const height = after.length / stride
  const runs: Run[] = []
  for (let row = 0; row < height; row++) {
    const start = row * stride
    if (Buffer.compare(before.subarray(start, start + stride), after.subarray(start, start + stride)) === 0)
      continue
    const last = runs.at(-1)
    const run = { from: Math.max(0, row - contextRows), to: Math.min(height, row + 1 + contextRows) }
    if (last && run.from <= last.to) last.to = run.to
    else runs.push(run)
  }
  return runs
}

const gapsBetween = (runs: readonly Run[], height: number): Run[] =>
  [...runs, { from: height, to: height }]
    .map(({ from }, index) => ({ from: runs[index - 1]?.to ?? 0, to: from }))
    .filter(({ from, to }) => to > from)

const boxesOf = (drawn: Uint8Array, width: number, runs: readonly Run[]): Rectangle[] => {
  const cells = new Map<number, Rectangle>()
  const [r, g, b] = red
  for (const { from, to } of runs)
    for (let y = from; y < to; y++)
      for (let x = 0, at = y * width * 4; x < width; x++, at += 4)
        if (drawn[at] === r && drawn[at + 1] === g && drawn[at + 2] === b) addTo(cells, x, y)
  return [...cells.values()]
}

const addTo = (cells: Map<number, Rectangle>, x: number, y: number) => {
  const key = Math.floor(y / cellSize) * 2 ** 20 + Math.floor(x / cellSize)
  const box = cells.get(key)
  if (!box) return void cells.set(key, { x, y, width: 1, height: 1 })
  const left = Math.min(box.x, x)
  box.width = Math.max(box.x + box.width, x + 1) - left
  box.x = left
  // Rows come from top to bottom.
  box.height = y + 1 - box.y
}
