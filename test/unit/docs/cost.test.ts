import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { functions } from '../../../infra/functions.ts'
import type { MetricName } from '../../../lib/core/telemetry/metrics.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { cellsOf, constantOf, rowsBelow, within10Percent } from '../../support/cost-page.ts'

const memoryMb = functions.find(({ renders }) => renders)?.memoryMb ?? 0

/** The default memory, with 1.5 GB more of `/tmp`. */
const secondCost = (memoryMb / 1024) * 0.0000166667 + 1.5 * 0.0000000309

/** 1,769 MB of memory come with one CPU: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const cpus = memoryMb / 1769

const bytesOf = (size: string) => Number.parseFloat(size) * (size.endsWith('MB') ? 1e6 : 1e3)

const renders = ['screenshot', 'pdf', 'scrape', 'screencast of 5 s, static', 'screencast of 5 s, in motion']

interface Measured {
  wallSeconds: number
  cpuSeconds: number
  bytes?: number
}

const measured: Record<string, Measured> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../bench/results/cost.json'), 'utf8'),
).results

test.each(renders)('docs/operate/cost.md has what follows from its formula: %s', (name) => {
  const [size = '', ...cells] = cellsOf(rowsBelow('Per 1,000, synchronous'), name)
  const [own = 0, cpu = 0] = cellsOf(rowsBelow('Seconds'), name).map(Number)
  const seconds = Math.max(own, cpu / cpus) + constantOf('after')
  const closing = 0.625e-6
  const bytes = bytesOf(size) * 0.085e-9
  const other = constantOf('request') + closing
  const totals = [0, 1, 3].map((waits) => (seconds + waits) * secondCost + bytes + other)
  const parts = [(seconds + 1) * secondCost, bytes, other]
  const expected = [...totals.map((cost) => [cost, 2] as const), ...parts.map((cost) => [cost, 3] as const)]
  expect(cells).toEqual(expected.map(([cost, digits]) => (1000 * cost).toFixed(digits)))
})

test('docs/operate/cost.md has the seconds and the sizes that were measured', () => {
  const after = 'after the response of a render'
  expect(Object.keys(measured).sort()).toEqual([...renders, after].sort())
  for (const [name, { wallSeconds, cpuSeconds }] of Object.entries(measured)) {
    const [own, cpu] = cellsOf(rowsBelow('Seconds'), name).map(Number)
    within10Percent(wallSeconds, own ?? 0)
    within10Percent(cpuSeconds, cpu ?? 0)
  }
  within10Percent(measured[after]?.wallSeconds ?? 0, constantOf('after'))
  for (const name of renders) {
    const [size = ''] = cellsOf(rowsBelow('Per 1,000, synchronous'), name)
    within10Percent(measured[name]?.bytes ?? 0, bytesOf(size))
  }
})

test('docs/operate/limits.md counts the time after a response in the concurrency', () => {
  const limits = readFileSync(join(import.meta.dirname, '../../../docs/operate/limits.md'), 'utf8')
  const rows = rowsBelow('Numbers', limits).slice(2)
  expect(rows).toHaveLength(4)
  for (const [aDay = '', , , ...concurrency] of rows) {
    const peak = (Number(aDay.replace(' million', '000000').replaceAll(',', '')) / 86_400) * 3
    const expected = [1.5, 3, 15].map((seconds) => Math.round(peak * (seconds + constantOf('after'))))
    expect(concurrency.map((cell) => Number(cell.replaceAll(',', '')))).toEqual(expected)
  }
})

/** How many combinations of dimension values a metric has if everything is in use. */
const metricCounts = (): Record<MetricName, number> => {
  // MCP and unknown paths have names of their own.
  const all = Object.keys(operations).length + 2
  const rendering = Object.values(operations).filter((operation) => operation.renders).length
  const queues = 2
  return {
    // ok, caller, refused, service
    Requests: 4 * all,
    // The codes of 401, 402, 403 and 429.
    Refusals: 9,
    TotalDuration: all,
    OwnDuration: rendering,
    AccessDuration: all,
    LaunchDuration: rendering,
    NavigateDuration: rendering,
    WaitDuration: rendering,
    SettleDuration: rendering,
    CaptureDuration: rendering,
    EncodeDuration: rendering,
    CachedDuration: rendering,
    AcceptedDuration: rendering,
    CacheAnswers: 2 * rendering,
    ColdStarts: functions.length + functions.filter((entry) => entry.renders).length,
    BrowserRecycles: 6,
    BlockedTargets: 6,
    QueueWait: queues,
    // Ten outcomes of renders, nine of webhooks, three of each dead-letter queue.
    Messages: 10 + 9 + 2 * 3,
    Retries: 2 * queues,
    DeadLetters: queues,
    // ok, caller, service
    BackgroundRequests: 3 * rendering,
    WebhookResults: 3,
    TaskRuns: 6,
    SweepEndings: 8,
  }
}

test('docs/operate/cost.md counts the metrics of the service', () => {
  const cost = readFileSync(join(import.meta.dirname, '../../../docs/operate/cost.md'), 'utf8')
  const [, count, price] =
    /about\s+(\d+) with every operation in use .*?, (\d+) USD a month/s.exec(cost) ?? []
  const expected = Object.values(metricCounts()).reduce((sum, each) => sum + each, 0)
  within10Percent(expected, Number(count))
  within10Percent(expected * 0.3, Number(price))
})
