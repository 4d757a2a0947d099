import { expect, test } from 'vitest'
import { easings } from '../../../../lib/core/plan/easing.ts'
import type { Easing } from '../../../../lib/core/plan/render-plan.ts'

const names = Object.keys(easings) as Easing[]

test.each(names)('%s begins at 0, ends at 1 and never goes back', (name) => {
  const curve = easings[name]
  expect(curve(0)).toBeCloseTo(0, 12)
  expect(curve(1)).toBeCloseTo(1, 12)
  for (let i = 1; i <= 100; i++) expect(curve(i / 100)).toBeGreaterThanOrEqual(curve((i - 1) / 100))
})

test.each([
  ['linear', 0.25],
  ['ease_in_quad', 0.0625],
  ['ease_out_quad', 0.4375],
  ['ease_in_out_quad', 0.125],
  ['ease_in_cubic', 0.015_625],
  ['ease_out_cubic', 0.578_125],
  ['ease_in_out_cubic', 0.0625],
  ['ease_in_quart', 0.003_906_25],
  ['ease_out_quart', 0.683_593_75],
  ['ease_in_out_quart', 0.031_25],
  ['ease_in_quint', 0.000_976_562_5],
  ['ease_out_quint', 0.762_695_312_5],
  ['ease_in_out_quint', 0.015_625],
] as const)('%s has come to %s after a quarter of its time', (name, expected) => {
  expect(easings[name](0.25)).toBeCloseTo(expected, 12)
})
