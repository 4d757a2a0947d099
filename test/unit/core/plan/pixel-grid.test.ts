import { describe, expect, test } from 'vitest'
import {
  cellsAround,
  cellsIn,
  contrastOf,
  createGrid,
  differs,
  groupCells,
  isColor,
  isFlat,
  type Pixels,
  readPixels,
} from '../../../../lib/core/plan/pixel-grid.ts'

type Paint = (x: number, y: number) => readonly [number, number, number, number?]

const white = [255, 255, 255] as const
const black = [0, 0, 0] as const

const draw = (width: number, height: number, paint: Paint): Pixels => {
  const data = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha = 255] = paint(x, y)
      data.set([red, green, blue, alpha], (y * width + x) * 4)
    }
  return { data, width, height }
}

/** Paints columns of eight pixels each. */
const columns =
  (...paints: (Paint | readonly [number, number, number, number?])[]): Paint =>
  (x, y) => {
    const paint = paints[Math.floor(x / 8)] ?? white
    return typeof paint === 'function' ? paint(x, y) : paint
  }

const stripes: Paint = (x) => (x & 2 ? black : white)

const read = (paint: Paint, size = { width: 32, height: 16 }) => {
  const grid = createGrid(size, 8)
  readPixels(grid, draw(size.width, size.height, paint))
  return grid
}

test('a grid covers an image whose size is no multiple of its cells', () => {
  expect(createGrid({ width: 33, height: 15 }, 8)).toMatchObject({ columns: 5, rows: 2, cell: 8 })
  expect(createGrid({ width: 300, height: 300 }, 21)).toMatchObject({ cell: 20 })
  expect(createGrid({ width: 300, height: 300 }, 1)).toMatchObject({ cell: 4 })
})

test('a cell is flat if it has one color, apart from noise', () => {
  const grid = read(columns(white, (x) => [250, 250, 250 - (x % 8)], black, stripes))
  expect([0, 1, 2, 3].map((index) => isFlat(grid, index))).toEqual([true, true, true, false])
  expect(isColor(grid, 0, white)).toBe(true)
  expect(isColor(grid, 2, white)).toBe(false)
  expect(isColor(grid, 3, white)).toBe(false)
})

test('transparent pixels are neither white nor black', () => {
  const grid = read(columns([0, 0, 0, 0], [255, 255, 255, 0], black, white))
  expect([0, 1, 2, 3].map((index) => isColor(grid, index, [128, 128, 128]))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('cells with the same colors in other places differ', () => {
  const one = read((x) => (x % 8 < 4 ? black : white))
  const other = read((x) => (x % 8 < 4 ? white : black))
  expect(differs(one, 0, other, 0)).toBe(true)
  expect(differs(one, 0, one, 1)).toBe(false)
})

test('the contrast of a cell is in itself, or to its neighbors if they are flat', () => {
  const grid = read(columns(white, black, stripes, black))
  expect([0, 1, 2, 3].map((index) => contrastOf(grid, index))).toEqual([255, 0, 255, 0])
})

describe('an image in pieces', () => {
  const size = { width: 40, height: 40 }
  const paint: Paint = (x, y) => [x * 6, y * 6, (x * y) % 256]

  test('is the same grid as a whole, also if the pieces end within a cell', () => {
    const joined = createGrid(size, 8)
    for (const [x, y] of [
      [0, 0],
      [17, 0],
      [0, 21],
      [17, 21],
    ] as const)
      readPixels(
        joined,
        draw(x === 0 ? 17 : 23, y === 0 ? 21 : 19, (column, row) => paint(column + x, row + y)),
        x,
        y,
      )
    expect(joined).toEqual(read(paint, size))
  })

  test('may be larger than the grid', () => {
    const grid = createGrid(size, 8)
    readPixels(grid, draw(43, 43, paint))
    expect(grid).toEqual(read(paint, size))
  })
})

test('areas are cut to the grid', () => {
  expect(cellsIn({ columns: 3, rows: 3 }, { x: -1, y: 1, width: 3, height: 9 })).toEqual([3, 4, 6, 7])
  expect(cellsAround({ columns: 3, rows: 3 }, 0)).toEqual([1, 3, 4])
  expect(cellsAround({ columns: 3, rows: 3 }, 4)).toHaveLength(8)
})

test('cells that touch are a group, also at a corner, but not across the edge of the grid', () => {
  const marks = Uint8Array.from([1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1])
  expect(groupCells(marks, { columns: 4, rows: 3 })).toEqual([[0, 5], [3], [11]])
})
