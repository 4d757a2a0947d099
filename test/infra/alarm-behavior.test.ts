import { describe, expect, test } from 'vitest'
import {
  type AlarmInputs,
  type Alignment,
  type MetricValue,
  minutesInAlarm,
} from '../support/cloudwatch-alarm.ts'
import { readGraph } from './read-graph.ts'
import { createStack } from './stack.ts'

const stack = createStack(await readGraph())
const alarmNamed = (name: string) =>
  stack.one('cloudwatch/metricAlarm', `${name}Alarm`).inputs as unknown as AlarmInputs

const hour = 60
const alignments: Alignment[] = ['clock', 'sliding']

const everyMinutes = (step: number, [from, to]: [number, number], value: (minute: number) => number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => {
    const minute = from + index * step
    return { minute: Math.floor(minute), value: value(minute) }
  })

/** Renders of one day, `slow` ms during the bad time and 900 ms otherwise. The alarm is evaluated from 9 to 13 o'clock. */
const renders = (perDay: number, [from, to]: [number, number], slow: number): MetricValue[] =>
  everyMinutes((24 * hour) / perDay, [0, 24 * hour], (minute) =>
    minute >= from && minute < to ? slow : 900,
  ).map((point) => ({ ...point, metricName: 'OwnDuration' }))

const day = (name: string, values: MetricValue[], alignment: Alignment, alarm = alarmNamed(name)) =>
  minutesInAlarm(alarm, values, { from: 9 * hour, until: 13 * hour, alignment })

describe.each(alignments)('with periods of the kind %s', (alignment) => {
  test.each([100, 1000, 20_000])(
    'a bad hour of %i renders a day is an alarm, which ends within an hour',
    (perDay) => {
      const minutes = day('SlowScreenshot', renders(perDay, [600, 660], 20_000), alignment)
      expect(minutes.length).toBeGreaterThan(0)
      expect(minutes[0]).toBeGreaterThan(600)
      expect(minutes[0]).toBeLessThanOrEqual(660)
      expect(minutes.at(-1)).toBeLessThanOrEqual(660 + 65)
    },
  )

  test('with much traffic the alarm fires within 25 minutes', () => {
    const [first] = day('SlowScreenshot', renders(20_000, [600, 660], 20_000), alignment)
    expect(first).toBeLessThanOrEqual(625)
  })

  test.each([
    ['three slow renders of a hundred a day', renders(100, [600, 640], 20_000)],
    [
      'three slow renders alone',
      renders(100, [0, 0], 0)
        .slice(40, 43)
        .map((render) => ({ ...render, value: 20_000 })),
    ],
    [
      'one slow render in a hundred',
      renders(20_000, [0, 0], 0).map((render, index) =>
        index % 100 === 0 ? { ...render, value: 20_000 } : render,
      ),
    ],
    ['no renders', []],
  ])('%s are no alarm', (_, values) => {
    expect(day('SlowScreenshot', values, alignment)).toEqual([])
  })

  test('webhooks that wait are an alarm if there are few of them', () => {
    const values = everyMinutes(15, [600, 660], () => 400_000).map((point) => ({
      ...point,
      metricName: 'QueueWait',
    }))
    expect(day('WebhookWait', values, alignment).length).toBeGreaterThan(0)
  })

  test.each(['ApproximateNumberOfMessagesVisible', 'NumberOfMessagesReceived', 'DeadLetters'])(
    'one dead letter is an alarm, even if only %s shows it and a quarter of an hour late',
    (metricName) => {
      const values = [{ metricName, minute: 600, value: 1, arrivesAt: 615 }]
      const minutes = day('RenderDeadLetters', values, alignment)
      expect(minutes.length).toBeGreaterThan(0)
      expect(minutes.at(-1)).toBeLessThanOrEqual(600 + 25)
    },
  )

  test('a few errors in little traffic are an alarm, two are not', () => {
    const responses = everyMinutes(2, [0, 24 * hour], () => 1).map((point) => ({
      ...point,
      metricName: 'Count',
    }))
    const errors = (count: number) => [
      ...responses,
      ...Array.from({ length: count }, () => ({ metricName: '5XXError', minute: 601, value: 1 })),
    ]
    expect(day('Api5xx', errors(2), alignment)).toEqual([])
    expect(day('Api5xx', errors(3), alignment).length).toBeGreaterThan(0)
  })

  test('the sweep’s silence is an alarm within 31 minutes, and its work is none', () => {
    const runs = (until: number) =>
      everyMinutes(5, [-60, until], () => 1).map((point) => ({ ...point, metricName: 'Invocations' }))
    expect(day('SweepStopped', runs(24 * hour), alignment)).toEqual([])
    const [first] = day('SweepStopped', runs(600), alignment)
    expect(first).toBeLessThanOrEqual(600 + 31)
  })

  test('baselines that every sweep of an hour leaves are an alarm, and those that a later sweep keeps are none', () => {
    const left = (until: number) =>
      everyMinutes(5, [600, until], () => 1).map((point) => ({ ...point, metricName: 'SweepEndings' }))
    expect(day('BaselinesLeft', left(620), alignment)).toEqual([])
    const [first] = day('BaselinesLeft', left(720), alignment)
    expect(first).toBeLessThanOrEqual(600 + 75)
  })

  test('throttled writes of an index are an alarm after ten minutes', () => {
    const values = everyMinutes(1, [600, 620], () => 3).map((point) => ({
      ...point,
      metricName: 'WriteThrottleEvents',
      dimensions: { GlobalSecondaryIndexName: 'open' },
    }))
    const [first] = day('IndexThrottles', values, alignment)
    expect(first).toBeLessThanOrEqual(615)
    expect(day('TableThrottles', values, alignment)).toEqual([])
  })
})

test('the simulation shows why low sample counts must be evaluated', () => {
  const ignoring: AlarmInputs = {
    ...alarmNamed('SlowScreenshot'),
    evaluateLowSampleCountPercentiles: 'ignore',
    datapointsToAlarm: 3,
    evaluationPeriods: 3,
  }
  const badHour = renders(1000, [600, 660], 20_000)
  expect(day('SlowScreenshot', badHour, 'clock', ignoring)).toEqual([])
  expect(day('SlowScreenshot', badHour, 'clock').length).toBeGreaterThan(0)
})

test('every alarm on a percentile evaluates low sample counts', () => {
  const percentiles = stack.all('cloudwatch/metricAlarm').filter(({ inputs }) => inputs['extendedStatistic'])
  expect(percentiles.length).toBeGreaterThan(0)
  for (const { inputs } of percentiles) expect(inputs['evaluateLowSampleCountPercentiles']).toBe('evaluate')
})
