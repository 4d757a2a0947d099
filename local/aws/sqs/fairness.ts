/**
 * Which groups of a standard queue are noisy neighbours. Messages of all others are delivered first.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
export interface Fairness {
  /** Must be called before messages are received or deleted. */
  observe(queue: string): void
  /** Returns a rank for each noisy group: the one with the fewest messages in flight has the smallest. */
  rank(queue: string): Record<string, number>
}

interface Deps {
  countInFlight(queue: string, nowMs: number): ReadonlyMap<string | null, number>
  nowMs(): number
}

/** Time in flight by group, in which earlier time weighs less. Messages without a group are a group each, which is never noisy. */
interface Observed {
  atMs: number
  inFlight: ReadonlyMap<string | null, number>
  timeMs: Map<string | null, number>
}

const noisyShare = 0.1
const noisyMessagesMin = 30

/** AWS considers recent processing time, without saying how recent. */
const recentMs = 5 * 60_000

const shareOf = (group: string, values: ReadonlyMap<string | null, number>) => {
  const total = values.values().reduce((sum, value) => sum + value, 0)
  return total === 0 ? 0 : (values.get(group) ?? 0) / total
}

export const createFairness = ({ countInFlight, nowMs }: Deps): Fairness => {
  const queues = new Map<string, Observed>()
  const observe = (queue: string): Observed => {
    const atMs = nowMs()
    const before = queues.get(queue) ?? { atMs, inFlight: new Map(), timeMs: new Map() }
    const passedMs = Math.max(0, atMs - before.atMs)
    const kept = Math.exp(-passedMs / recentMs)
    const groups = new Set([...before.timeMs.keys(), ...before.inFlight.keys()])
    const timeMs = new Map(
      [...groups].map((group): [string | null, number] => [
        group,
        (before.timeMs.get(group) ?? 0) * kept + (before.inFlight.get(group) ?? 0) * passedMs,
      ]),
    )
    const observed = { atMs, inFlight: countInFlight(queue, atMs), timeMs }
    queues.set(queue, observed)
    return observed
  }
  return {
    observe: (queue) => void observe(queue),
    rank(queue) {
      const { inFlight, timeMs } = observe(queue)
      const isNoisy = (group: string) =>
        shareOf(group, timeMs) > noisyShare ||
        ((inFlight.get(group) ?? 0) >= noisyMessagesMin && shareOf(group, inFlight) > noisyShare)
      const groups = [...timeMs.keys(), ...inFlight.keys()].filter((group) => group !== null)
      return Object.fromEntries(
        groups.filter(isNoisy).map((group) => [group, 1 + (inFlight.get(group) ?? 0)]),
      )
    },
  }
}
