import { expect, test } from 'vitest'
import { drawPlan, simulate } from './simulate.ts'

const seeds = 200

test(`every promise is kept in ${seeds} simulated worlds`, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { violations, history } = await simulate(seed, drawPlan(seed))
    const how = `seed ${seed}: npm run test:simulate -- --seed ${seed}`
    expect(violations, violations.length > 0 ? `${history()}\n${how}` : how).toEqual([])
  }
})

test('a seed repeats its world exactly', async () => {
  const first = await simulate(7, drawPlan(7))
  const second = await simulate(7, drawPlan(7))
  expect(second.history()).toBe(first.history())
  expect(first.calls).toBeGreaterThan(100)
})
