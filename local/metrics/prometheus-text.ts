// The text format of Prometheus 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/. `prom-client` would add four packages
// for these lines, and metrics of Node that no one has asked for.
import type { Distribution, Family, Labels } from './registry.ts'

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

const escaped = (text: string, pattern: RegExp) =>
  text.replace(pattern, (character) => (character === '\n' ? '\\n' : `\\${character}`))

const toSample = (name: string, labels: Labels, value: number) => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text, /[\\"\n]/g)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const toBuckets = (name: string, bounds: readonly number[], { labels, counts, sum }: Distribution) => {
  let total = 0
  const buckets = counts.map((count, index) => {
    total += count
    return toSample(`${name}_bucket`, { ...labels, le: String(bounds[index] ?? '+Inf') }, total)
  })
  return [...buckets, toSample(`${name}_sum`, labels, sum), toSample(`${name}_count`, labels, total)]
}

const toSamples = (family: Family): string[] =>
  family.type === 'histogram'
    ? family.values.flatMap((distribution) => toBuckets(family.name, family.bounds, distribution))
    : family.values.map(({ labels, value }) => toSample(family.name, labels, value))

/** Returns what Prometheus reads. */
export const toPrometheusText = (families: readonly Family[]): string =>
  families
    .map((family) =>
      [
        `# HELP ${family.name} ${escaped(family.help, /[\\\n]/g)}`,
        `# TYPE ${family.name} ${family.type}`,
        ...toSamples(family),
        '',
      ].join('\n'),
    )
    .join('')
