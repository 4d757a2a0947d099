import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveMs, pointerAt } from '../../../../lib/core/plan/pointer-path.ts'

const point = fc.record({ x: fc.integer({ min: 0, max: 4000 }), y: fc.integer({ min: 0, max: 4000 }) })

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y)

test('a movement starts and ends exactly, never jumps, and stays near the line', () => {
  fc.assert(
    fc.property(point, point, (from, to) => {
      expect(pointerAt(from, to, 0)).toEqual(from)
      expect(pointerAt(from, to, 1)).toEqual(to)
      const way = Array.from({ length: 51 }, (_, step) => pointerAt(from, to, step / 50))
      for (const [step, at] of way.slice(1).entries()) {
        expect(distance(at, way[step] ?? at)).toBeLessThanOrEqual(distance(from, to) * 0.1 + 1e-6)
        expect(distance(from, at) + distance(at, to)).toBeLessThanOrEqual(distance(from, to) * 1.05 + 1e-6)
      }
    }),
    { numRuns: 50 },
  )
})

test('a longer way takes longer, up to 0.8 s', () => {
  const from = { x: 0, y: 0 }
  expect(moveMs(from, from)).toBe(0)
  expect(moveMs(from, { x: 100, y: 0 })).toBe(330)
  expect(moveMs(from, { x: 4000, y: 0 })).toBe(800)
})
