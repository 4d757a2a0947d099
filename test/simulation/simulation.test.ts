import { expect, test } from 'vitest'
import { drawPlan, simulate } from './simulate.ts'

/** `npm run test:all` sets it. `npm run test:simulate` runs as many as `--seeds` says. */
const seeds = process.env.SIMULATION === 'long' ? 80 : 30

test(`every promise is kept in ${seeds} simulated worlds`, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { violations, history } = await simulate(seed, drawPlan(seed))
    const how = `seed ${seed}: npm run test:simulate -- --seed ${seed}`
    expect(violations, violations.length > 0 ? `${history()}\n${how}` : how).toEqual([])
  }
})

test('a seed repeats its world exactly', async () => {
  const histories: string[] = []
  // Logged stacks contain the line of the call.
  for (const seed of [7, 7]) {
    const world = await simulate(seed, drawPlan(seed))
    expect(world.calls).toBeGreaterThan(100)
    histories.push(world.history())
  }
  expect(histories[1]).toBe(histories[0])
})
