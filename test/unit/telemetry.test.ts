import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { requestPoints } from '../../lib/core/telemetry/metric-points.ts'
import { type MetricPoint, point } from '../../lib/core/telemetry/metrics.ts'
import { createMetrics } from '../../lib/telemetry.ts'
import { nowMs } from '../support/now.ts'

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
const Document = z.object({
  _aws: z.strictObject({
    Timestamp: z.int().positive(),
    CloudWatchMetrics: z.array(
      z.strictObject({
        Namespace: z.string().min(1).max(1024),
        Dimensions: z.array(z.array(z.string().min(1).max(250)).max(30)).min(1),
        Metrics: z
          .array(
            z.strictObject({ Name: z.string().min(1).max(1024), Unit: z.enum(['Count', 'Milliseconds']) }),
          )
          .min(1)
          .max(100),
      }),
    ),
  }),
})

const DimensionValue = z.string().min(1).max(1024)
const MetricValue = z.union([z.number(), z.array(z.number()).min(1).max(100)])

const writtenBy = (work: () => void): string[] => {
  const written: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk))
    return true
  })
  onTestFinished(() => spy.mockRestore())
  work()
  spy.mockRestore()
  return written
}

const publish = (points: readonly MetricPoint[]) => {
  const warnings: object[] = []
  const metrics = createMetrics('trial', { warn: (fields) => void warnings.push(fields) })
  const written = writtenBy(() => metrics.publish(points))
  return { lines: written.map((line) => JSON.parse(line)), text: written.join(''), warnings }
}

const points = requestPoints({
  handler: 'screenshot',
  operation: 'screenshot',
  status: 200,
  outcome: 'ok',
  totalMs: 812,
  phasesMs: { access: 4, launch: 10, navigate: 300, capture: 180 },
  coldEnvironment: true,
  coldBrowser: true,
  cache: 'miss',
})

test('points of the past have their own time, and the next ones that of now', () => {
  const metrics = createMetrics('trial', { warn: () => {} })
  const atMs = nowMs() - 400_000
  const lines = writtenBy(() => {
    metrics.publish([point('WorkerReplacements', { reason: 'zombies' })], atMs)
    metrics.publish([point('WorkerReplacements', { reason: 'zombies' })])
  }).map((line) => JSON.parse(line)._aws.Timestamp)
  expect(lines[0]).toBe(atMs)
  expect(lines[1]).toBeGreaterThan(atMs)
})

test('each line is a document of the specification, with its targets', () => {
  const { lines } = publish(points)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    const [directive, ...others] = Document.parse(line)._aws.CloudWatchMetrics
    expect(others).toEqual([])
    expect(directive?.Namespace).toBe('Stillframe')
    for (const name of directive?.Dimensions.flat() ?? []) DimensionValue.parse(line[name])
    for (const { Name } of directive?.Metrics ?? []) MetricValue.parse(line[Name])
    const targets = [directive?.Dimensions.flat(), directive?.Metrics.map(({ Name }) => Name)].flat()
    expect(Object.keys(line).sort()).toEqual(['_aws', ...targets].sort())
  }
})

test('metrics with the same dimensions share a line, and each line has the stage', () => {
  const { lines, text } = publish(points)
  const dimensionsOf = (line: (typeof lines)[number]) => line._aws.CloudWatchMetrics[0].Dimensions
  expect(lines.map(dimensionsOf)).toEqual([
    [['stage', 'operation', 'outcome']],
    [['stage', 'operation', 'result']],
    [['stage', 'handler', 'kind']],
    [['stage', 'handler', 'kind']],
    [['stage', 'operation']],
  ])
  for (const line of lines) expect(line.stage).toBe('trial')
  expect(text).not.toContain('service_undefined')
  expect(lines.at(-1)).toMatchObject({ operation: 'screenshot', TotalDuration: 812, NavigateDuration: 300 })
})

test('values of one metric from several messages of a batch stay separate', () => {
  const waits = [100, 200].map((ms) => point('QueueWait', { queue: 'webhook' }, ms))
  expect(publish(waits).lines).toEqual([expect.objectContaining({ QueueWait: [100, 200], queue: 'webhook' })])
})

test('no points write no line', () => {
  expect(publish([])).toEqual({ lines: [], text: '', warnings: [] })
})

test('a value that is not a number is omitted', () => {
  const wait = (ms: number) => point('QueueWait', { queue: 'webhook' }, ms)
  expect(publish([wait(Number.NaN), wait(100)]).lines).toEqual([expect.objectContaining({ QueueWait: 100 })])
})

test('a failed write has no effect', () => {
  const unknown = { name: 'Unknown', dimensions: { queue: 'render' }, value: 1 } as unknown as MetricPoint
  const warnings: object[] = []
  const metrics = createMetrics('trial', { warn: (fields) => void warnings.push(fields) })
  metrics.publish([unknown])
  expect(warnings).toEqual([{ cause: expect.stringContaining('TypeError') }])
  const written = writtenBy(() => metrics.publish([point('TaskRuns', { outcome: 'queued' })]))
  expect(JSON.parse(written.join(''))._aws.CloudWatchMetrics[0].Dimensions).toEqual([['stage', 'outcome']])
})
