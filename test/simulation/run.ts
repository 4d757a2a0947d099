/**
 * npm run test:simulate -- --seeds 2000 [--first 1] | --seed 17: runs seeds of the simulation and prints their figures. A failing seed
 * prints its history.
 */
import { parseArgs } from 'node:util'
import { drawPlan, simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string' },
    history: { type: 'boolean' },
  },
})
const first = Number(values.seed ?? values.first)
const last = values.seed === undefined ? first + Number(values.seeds) - 1 : first

const totals: Record<string, Record<string, number>> = { total: {}, faults: {}, ends: {} }
const add = (group: string, name: string, value: number) => {
  const sums = totals[group] ?? {}
  sums[name] = (sums[name] ?? 0) + value
}
const write = (text: string) => process.stdout.write(`${text}\n`)
for (let seed = first; seed <= last; seed++) {
  const outcome = await simulate(seed, drawPlan(seed))
  const { violations, events, calls, checks, faults, ends } = outcome
  for (const [name, value] of Object.entries({
    seeds: 1,
    events,
    calls,
    checks,
    violations: violations.length,
  }))
    add('total', name, value)
  for (const [name, value] of Object.entries(faults)) add('faults', name, value)
  for (const [name, value] of Object.entries(ends)) add('ends', name, value)
  if (violations.length > 0) process.exitCode = 1
  if (violations.length > 0 || values.history)
    write(`${outcome.history()}\n\nSeed ${seed}: ${violations.join('; ') || 'holds'}\n`)
  if (violations.length > 0) break
}
write(JSON.stringify(totals, undefined, 2))
