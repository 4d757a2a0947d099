import type { Rectangle } from '../plan/render-plan.ts'

/** Regions that a change names. Their number is bounded because records and webhooks contain them. */
export const regionsMax = 20

/** Changed pixels closer than this belong together, such as the letters of a word and the words of a line. */
const reachMin = 32

/** Merges the boxes of changed pixels into at most `regionsMax` regions, from top to bottom. Each contains its boxes exactly. */
export const mergeRegions = (boxes: readonly Rectangle[]): Rectangle[] => {
  for (let reach = reachMin; ; reach *= 2) {
    const regions = mergeNeighbors(boxes, reach)
    if (regions.length <= regionsMax) return regions.sort((a, b) => a.y - b.y || a.x - b.x)
  }
}

/** Merges boxes whose top left corners are in neighboring cells of a grid. */
const mergeNeighbors = (boxes: readonly Rectangle[], cell: number): Rectangle[] => {
  const cells = Map.groupBy(boxes, ({ x, y }) => keyOf(Math.floor(x / cell), Math.floor(y / cell)))
  const regions: Rectangle[] = []
  for (const start of [...cells.keys()]) {
    const found = cells.get(start)
    if (!found) continue
    const members: Rectangle[] = []
    const open = [start]
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const here = cells.get(key)
      if (!here) continue
      cells.delete(key)
      for (const box of here) members.push(box)
      open.push(...neighborsOf(key))
    }
    regions.push(boundsOf(members))
  }
  return regions
}

const columnsMax = 2 ** 20

const keyOf = (column: number, row: number) => row * columnsMax + column

const neighborsOf = (key: number): number[] =>
  [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => key + keyOf(column, row)))

const boundsOf = (boxes: readonly Rectangle[]): Rectangle => {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
