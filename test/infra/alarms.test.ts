import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toWorkerTimes } from '../../lib/core/requests/worker-times.ts'
import { minutesToAlarm, runAlarm } from './alarms/cloudwatch.ts'
import { incidents, toHistory } from './alarms/incidents.ts'
import { readGraph } from './read-graph.ts'
import { createStack } from './stack.ts'
import type { Properties } from './synth/graph.ts'

const alarms = createStack(await readGraph()).all('cloudwatch/metricAlarm')
const nameOf = ({ name }: { name: string }) => name.replace(/Alarm$/, '')
const twoHours = 120

/** When the longest render, which the service fails twice, is received for the third time, in seconds. */
const thirdReceive = 2 * toWorkerTimes({ timeout: 300, delay: 30, duration: 120 }).hiddenSeconds + 5 + 30

/** Returns the alarms that follow an incident with their minutes, soonest first. */
const followersOf = (incident: (typeof incidents)[number]) =>
  alarms
    .map((alarm) => ({
      name: nameOf(alarm),
      minutes: minutesToAlarm(alarm.inputs, toHistory(incident), twoHours),
    }))
    .filter((found): found is { name: string; minutes: number } => found.minutes !== undefined)
    .sort((a, b) => a.minutes - b.minutes || a.name.localeCompare(b.name))

const followers = incidents.map(followersOf)

test.each(incidents.map((incident, index) => ({ ...incident, found: followers[index] ?? [] })))(
  '$what: $alarms',
  ({ alarms: expected, found }) => {
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining([...expected]))
    expect(found[0]?.name).toBe(expected[0])
  },
)

test('every alarm follows an incident', () => {
  const used = new Set(followers.flat().map(({ name }) => name))
  expect([...used].sort()).toEqual(alarms.map(nameOf).sort())
})

test('no alarm follows ordinary traffic, one crash of a worker, or one bad minute', () => {
  const days = [
    toHistory(),
    toHistory({
      what: 'one crash',
      values: ({ name, dimensions }, minute) =>
        name === 'Errors' && dimensions['FunctionName']?.endsWith('-worker') && minute === 7
          ? [1]
          : undefined,
      alarms: [],
    }),
    toHistory({
      what: 'workers that replace themselves 240 times a day',
      values: ({ name, dimensions }, minute) =>
        (name === 'Errors' && dimensions['FunctionName']?.endsWith('-render-worker')) ||
        (name === 'WorkerReplacements' && dimensions['reason'] === 'zombies')
          ? [minute % 6 === 0 ? 1 : 0]
          : undefined,
      alarms: [],
    }),
    toHistory({
      what: 'the longest render, which the service fails twice',
      values: ({ name, dimensions }, minute) =>
        name === 'ApproximateAgeOfOldestMessage' && dimensions['QueueName']?.includes('-RenderQueue')
          ? [60 * minute <= thirdReceive ? 60 * minute : 1]
          : undefined,
      alarms: [],
    }),
    toHistory({
      what: 'one caller with 15 broken URLs',
      values: ({ name, dimensions: { operation, outcome } }, minute) =>
        name === 'Requests' && operation === 'pdf' && outcome === 'caller' && minute === 7 ? [15] : undefined,
      alarms: [],
    }),
  ]
  const raised = days.flatMap((history) =>
    alarms.filter(({ inputs }) => runAlarm(inputs, history, 360, 120).includes('ALARM')).map(nameOf),
  )
  expect(raised).toEqual([])
})

test('docs/operate/alarms.md has the incidents, the alarms and the minutes', async () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'operate', 'alarms.md')
  const rows = incidents.map(
    ({ what }, index) =>
      `| ${what} | ${(followers[index] ?? []).map(({ name, minutes }) => `\`${name}\` ${minutes}`).join(', ')} |`,
  )
  const table = ['| Incident | Alarms, after at most so many minutes |', '|---|---|', ...rows, ''].join('\n')
  const [text = ''] = readFileSync(file, 'utf8').split('| Incident')
  await expect(text + table).toMatchFileSnapshot(file)
})

describe('the simulation of CloudWatch', () => {
  const alarm = (changes: Properties = {}): Properties => ({
    namespace: 'AWS/SQS',
    metricName: 'm',
    dimensions: {},
    statistic: 'Maximum',
    period: 60,
    threshold: 0,
    comparisonOperator: 'GreaterThanThreshold',
    datapointsToAlarm: 3,
    evaluationPeriods: 3,
    treatMissingData: 'notBreaching',
    ...changes,
  })
  /** `x` breaches, `0` does not, `-` is missing. */
  const history = (text: string) => (_metric: unknown, minute: number) => {
    const values: Record<string, readonly number[]> = { x: [1], '0': [0] }
    return values[text[minute] ?? '-'] ?? []
  }
  const lastState = (inputs: Properties, text: string) => runAlarm(inputs, history(text), text.length).at(-1)

  // Rows of the two tables of https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarms-and-missing-data.html
  test.each([
    ['0-x-x', 'notBreaching', 'OK'],
    ['0----', 'notBreaching', 'OK'],
    ['-----', 'notBreaching', 'OK'],
    ['-----', 'breaching', 'ALARM'],
    ['0xx-x', 'notBreaching', 'ALARM'],
    ['--x-x', 'breaching', 'ALARM'],
  ])('three of three, %s, missing is %s: %s', (text, treatMissingData, state) => {
    expect(lastState(alarm({ treatMissingData }), text)).toBe(state)
  })

  test.each([
    ['0-x-x', 'notBreaching', 'ALARM'],
    ['00x0x', 'notBreaching', 'ALARM'],
    ['0-x--', 'notBreaching', 'OK'],
    ['--x--', 'breaching', 'ALARM'],
  ])('two of three, %s, missing is %s: %s', (text, treatMissingData, state) => {
    expect(lastState(alarm({ treatMissingData, datapointsToAlarm: 2 }), text)).toBe(state)
  })

  test('an alarm on DynamoDB keeps its state while data is missing', () => {
    const dynamo = alarm({ namespace: 'AWS/DynamoDB', datapointsToAlarm: 1, evaluationPeriods: 1 })
    expect(lastState(dynamo, 'x---------')).toBe('ALARM')
    expect(lastState(dynamo, 'x---------0')).toBe('OK')
    expect(lastState(alarm({ datapointsToAlarm: 1, evaluationPeriods: 1 }), 'x---------')).toBe('OK')
  })
})
