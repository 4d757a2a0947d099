import { limitsMs } from '../../lib/core/plan/budgets.ts'

type Limits = { [name: string]: number | Limits }

/**
 * Multiplies the limits of renders in this process until the end of the scope (`using`), for tests of what happens when a limit is
 * reached. The service has no such factor: what runs in its processes keeps its limits.
 *
 * @param groups some groups of `limitsMs`; all by default
 */
export const scaleLimits = (factor: number, ...groups: (keyof typeof limitsMs)[]): Disposable => {
  const original = structuredClone(limitsMs)
  if (groups.length === 0) scale(limitsMs, factor)
  for (const group of groups) scale(limitsMs[group], factor)
  return { [Symbol.dispose]: () => restore(limitsMs, original) }
}

const scale = (limits: Limits, factor: number) => {
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value === 'number') limits[name] = value * factor
    else scale(value, factor)
  }
}

const restore = (limits: Limits, original: Limits) => {
  for (const [name, value] of Object.entries(original)) {
    if (typeof value === 'number') limits[name] = value
    else restore(limits[name] as Limits, value)
  }
}
