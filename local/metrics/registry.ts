// The text format of Prometheus 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/. `prom-client` would add four packages
// for these lines, and metrics of Node that no one has asked for.

export type Labels = Readonly<Record<string, string>>

/** One value of a gauge or counter that is read when it is needed. */
export interface Reading {
  labels: Labels
  value: number
}

type Type = 'counter' | 'gauge' | 'histogram'

interface Family {
  type: Type
  help: string
  lines(): Promise<string[]> | string[]
}

export interface Registry {
  /**
   * Returns a function that adds to a counter.
   * @param initial the labels that begin with 0. A rate does not see the first event of all others
   */
  counter(name: string, help: string, initial?: readonly Labels[]): (labels: Labels, value: number) => void
  /** Returns a function that adds a value to a histogram. */
  histogram(name: string, help: string, bounds: readonly number[]): (labels: Labels, value: number) => void
  /** Adds values that are read for each text. Parts that cannot be read are left out and counted. */
  readings(
    name: string,
    type: Exclude<Type, 'histogram'>,
    help: string,
    read: () => readonly (Promise<Reading[]> | Reading[])[],
  ): void
  /** Returns the names of all families. */
  names(): string[]
  text(): Promise<string>
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

const escaped = (text: string, pattern: RegExp) =>
  text.replace(pattern, (character) => (character === '\n' ? '\\n' : `\\${character}`))

const toSample = (name: string, labels: Labels, value: number) => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text, /[\\"\n]/g)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

interface Distribution {
  labels: Labels
  /** One more than bounds. */
  counts: number[]
  sum: number
}

const toBuckets = (name: string, bounds: readonly number[], { labels, counts, sum }: Distribution) => {
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return toSample(`${name}_bucket`, { ...labels, le: String(bounds[index] ?? '+Inf') }, total)
  })
  return [...buckets, toSample(`${name}_sum`, labels, sum), toSample(`${name}_count`, labels, total)]
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
  const families = new Map<string, Family>()
  const counter: Registry['counter'] = (name, help, initial = []) => {
    const series = createSeries((labels) => ({ labels, value: 0 }))
    for (const labels of initial) series.of(labels)
    const lines = () => series.all().map(({ labels, value }) => toSample(name, labels, value))
    families.set(name, { type: 'counter', help, lines })
    return (labels, value) => {
      series.of(labels).value += value
    }
  }
  const unread = 'stillframe_metric_errors_total'
  const countUnread = counter(unread, 'Parts of metrics that could not be read and are missing, by metric.')
  const toText = async (name: string) => {
    const { type, help, lines } = families.get(name) as Family
    return [`# HELP ${name} ${escaped(help, /[\\\n]/g)}`, `# TYPE ${name} ${type}`, ...(await lines())].join(
      '\n',
    )
  }
  return {
    counter,
    histogram(name, help, bounds) {
      const empty = (labels: Labels): Distribution => ({
        labels,
        counts: Array(bounds.length + 1).fill(0),
        sum: 0,
      })
      const series = createSeries(empty)
      const lines = () => series.all().flatMap((distribution) => toBuckets(name, bounds, distribution))
      families.set(name, { type: 'histogram', help, lines })
      return (labels, value) => {
        const distribution = series.of(labels)
        const found = bounds.findIndex((bound) => value <= bound)
        const index = found < 0 ? bounds.length : found
        distribution.counts[index] = (distribution.counts[index] ?? 0) + 1
        distribution.sum += value
      }
    },
    readings(name, type, help, read) {
      const lines = async () => {
        const parts = await Promise.allSettled(read())
        return parts.flatMap((part) => {
          if (part.status === 'fulfilled')
            return part.value.map(({ labels, value }) => toSample(name, labels, value))
          countUnread({ metric: name }, 1)
          onUnread(name, part.reason)
          return []
        })
      }
      families.set(name, { type, help, lines })
    },
    names: () => [...families.keys()],
    async text() {
      const texts = await Promise.all([...families.keys()].filter((name) => name !== unread).map(toText))
      // Last, because reading the others increases it.
      return `${[...texts, await toText(unread)].join('\n')}\n`
    },
  }
}
