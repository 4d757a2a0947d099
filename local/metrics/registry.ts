export type Labels = Readonly<Record<string, string>>

/** One value of a gauge or counter. */
export interface Reading {
  labels: Labels
  value: number
}

/** The values of a histogram. */
export interface Distribution {
  labels: Labels
  /** For each bound the values up to it and above the one before, then those above all bounds. */
  counts: number[]
  sum: number
}

/** All values of a metric at one time. */
export type Family = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; values: readonly Reading[] }
  | { type: 'histogram'; bounds: readonly number[]; values: readonly Distribution[] }
)

export interface Registry {
  /**
   * Returns a function that adds to a counter.
   * @param initial the labels that begin with 0. A rate does not see the first event of all others
   */
  counter(name: string, help: string, initial?: readonly Labels[]): (labels: Labels, value: number) => void
  /** Returns a function that adds a value to a histogram. */
  histogram(name: string, help: string, bounds: readonly number[]): (labels: Labels, value: number) => void
  /** Adds values that are read for each collection. Parts that cannot be read are left out and counted. */
  readings(
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    read: () => readonly (Promise<Reading[]> | Reading[])[],
  ): void
  /** Returns the names of all families. */
  names(): string[]
  collect(): Promise<Family[]>
}

/** Keeps one state for each combination of label values. */
const createSeries = <State>(create: (labels: Labels) => State) => {
  const states = new Map<string, State>()
  return {
    of(labels: Labels): State {
      const key = JSON.stringify(labels)
      const state = states.get(key) ?? create(labels)
      states.set(key, state)
      return state
    },
    all: () => [...states.values()],
  }
}

/** @param onUnread receives the name of a metric that has a part which cannot be read, and the error */
export const createRegistry = (onUnread: (name: string, error: unknown) => void): Registry => {
  const families = new Map<string, () => Promise<Family> | Family>()
  const counter: Registry['counter'] = (name, help, initial = []) => {
    const series = createSeries((labels) => ({ labels, value: 0 }))
    for (const labels of initial) series.of(labels)
    families.set(name, () => ({ name, help, type: 'counter', values: series.all() }))
    return (labels, value) => {
      series.of(labels).value += value
    }
  }
  const unread = 'stillframe_metric_errors_total'
  const countUnread = counter(unread, 'Parts of metrics that could not be read and are missing, by metric.')
  return {
    counter,
    histogram(name, help, bounds) {
      const empty = (labels: Labels): Distribution => ({
        labels,
        counts: Array(bounds.length + 1).fill(0),
        sum: 0,
      })
      const series = createSeries(empty)
      families.set(name, () => ({ name, help, type: 'histogram', bounds, values: series.all() }))
      return (labels, value) => {
        const distribution = series.of(labels)
        const found = bounds.findIndex((bound) => value <= bound)
        const index = found < 0 ? bounds.length : found
        distribution.counts[index] = (distribution.counts[index] ?? 0) + 1
        distribution.sum += value
      }
    },
    readings(name, type, help, read) {
      families.set(name, async () => {
        const parts = await Promise.allSettled(read())
        const values = parts.flatMap((part) => {
          if (part.status === 'fulfilled') return part.value
          countUnread({ metric: name }, 1)
          onUnread(name, part.reason)
          return []
        })
        return { name, help, type, values }
      })
    },
    names: () => [...families.keys()],
    async collect() {
      const last = families.get(unread)
      const others = [...families.values()].filter((family) => family !== last)
      const collected = await Promise.all(others.map((family) => family()))
      // Last, because reading the others increases it.
      return last ? [...collected, await last()] : collected
    },
  }
}
