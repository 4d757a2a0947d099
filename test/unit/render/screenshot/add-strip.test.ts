import { expect, test } from 'vitest'
import { createGrid, readPixels } from '../../../../lib/core/plan/pixel-grid.ts'
import { addStrip, areSameWhereEmpty, lacks } from '../../../../lib/render/outputs/screenshot/add-strip.ts'
import type { Missing } from '../../../../lib/render/outputs/screenshot/find-missing.ts'

const side = 8

/** A space is the page, which is white, `#` is text, `o` text in pale colors, and `a` and `b` are colors. */
const paints: Record<string, (x: number) => number> = {
  ' ': () => 255,
  '#': (x) => (x & 2 ? 0 : 255),
  o: (x) => (x & 2 ? 200 : 255),
  a: () => 40,
  b: () => 120,
}

const gridOf = (picture: readonly string[]) => {
  const size = { width: (picture[0]?.length ?? 0) * side, height: picture.length * side }
  const grid = createGrid(size, side)
  const data = Buffer.alloc(size.width * size.height * 4, 255)
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % size.width, Math.floor(at / 4 / size.width)]
    const paint = paints[picture[Math.floor(y / side)]?.[Math.floor(x / side)] ?? ' ']
    data.fill(paint?.(x) ?? 255, at, at + 3)
  }
  readPixels(grid, { data, ...size })
  return grid
}

const white = [255, 255, 255]

const stripOf = (picture: readonly string[], row = 0, isAtEnd = true) => ({
  grid: gridOf(picture),
  row,
  canvas: white,
  taken: [],
  isAtEnd,
})

/** Four missing rows below a heading, and a picture in which something is laid out. */
const whole = ['######', '      ', '      ', '      ', '      ', 'aaaaaa', 'aaaaaa', 'aaaaaa']

const missingOf = (changes: Partial<Missing> = {}): Missing => ({
  grid: gridOf(whole),
  boxes: [],
  rows: [[1, 8]],
  canvas: white,
  isCovered: new Uint8Array(48).fill(1, 30),
  isTaken: new Uint8Array(48),
  ...changes,
})

/** Marks the added cells of a strip. */
const add = (picture: readonly string[], missing = missingOf(), row = 0, isAtEnd = true) => {
  const stop = { from: row, windowRows: picture.length }
  const { cells, next } = addStrip(missing, stripOf(picture, row, isAtEnd), stop)
  const toMark = (index: number) => (cells.includes(index) ? 'x' : '.')
  const marks = picture.map((line, y) => Array.from(line, (_, x) => toMark(y * 6 + x)).join(''))
  return { marks, next, lacking: missing.boxes.length }
}

const none = whole.map(() => '......')

const box = { x: 0, y: 6, width: 2, height: 1 }

test('what a strip shows in empty rows is added, also a panel of one color', () => {
  const strip = ['######', '      ', ' ##aa ', ' ##aa ', '      ', ...whole.slice(5)]
  expect(add(strip).marks).toEqual([...none.slice(0, 2), '.xxxx.', '.xxxx.', ...none.slice(4)])
})

test('another color where something is laid out is no more than before', () => {
  expect(add([...whole.slice(0, 5), 'bbbbbb', 'bbbbbb', 'bbbbbb']).marks).toEqual(none)
})

test('text is added where it is missing, and nowhere else', () => {
  const strip = [...whole.slice(0, 5), 'aaaaaa', '##aa##', 'aaaaaa']
  const added = { marks: [...none.slice(0, 6), 'xx....', '......'], lacking: 0 }
  expect(add(strip, missingOf({ boxes: [box] }))).toMatchObject(added)
})

test('a group is added as a whole or not at all', () => {
  const text = [...whole.slice(0, 5), '######', '######', '######']
  const pale = gridOf([...whole.slice(0, 5), 'oooooo', 'oooooo', 'oooooo'])
  expect(add(text, missingOf({ grid: pale, boxes: [box] })).marks.slice(5)).toEqual(Array(3).fill('xxxxxx'))
  const slide = [...whole.slice(0, 5), '#####a', 'a#####', '##a###']
  expect(add(slide, missingOf({ grid: gridOf(text), boxes: [box] })).marks).toEqual(none)
})

test('sections stay as they are captured', () => {
  const strip = ['######', '      ', ' ##aa ', ' ##aa ', '      ', ...whole.slice(5)]
  expect(add(strip, missingOf({ isTaken: new Uint8Array(48).fill(1, 12, 24) })).marks).toEqual(none)
})

test('a group that the end of the window cuts is left to the next stop, unless it fills the window', () => {
  const strip = ['######', '      ', '      ', ' aaaa ', ' aaaa ']
  expect(add(strip, missingOf(), 0, false)).toMatchObject({ marks: none.slice(0, 5), next: 3 })
  const pinned = ['bbbbbb', 'bbbbbb', 'bbbbbb']
  expect(add(pinned, missingOf(), 1, false).marks).toEqual(Array(3).fill('xxxxxx'))
})

test('strips are the same if they differ only where the whole capture shows something', () => {
  const one = stripOf(whole)
  const missing = missingOf()
  expect(areSameWhereEmpty(missing, one, stripOf(['oooooo', ...whole.slice(1)]))).toBe(true)
  expect(areSameWhereEmpty(missing, one, stripOf(['######', ' ##   ', ...whole.slice(2)]))).toBe(false)
  const ticker = stripOf([...whole.slice(0, 6), '##aaaa', 'aaaaaa'])
  expect(areSameWhereEmpty(missing, one, ticker)).toBe(true)
  expect(areSameWhereEmpty(missingOf({ boxes: [box] }), one, ticker)).toBe(false)
})

test('a strip lacks something while a missing place shows nothing else', () => {
  const missing = missingOf({ boxes: [{ x: 0, y: 2, width: 2, height: 1 }] })
  const stop = { from: 0, windowRows: 8 }
  expect(lacks(missing, stripOf(whole), stop)).toBe(true)
  expect(lacks(missing, stripOf(['######', '      ', '##    ', ...whole.slice(3)]), stop)).toBe(false)
  expect(lacks(missing, stripOf(whole), { from: 4, windowRows: 8 })).toBe(false)
})
