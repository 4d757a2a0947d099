import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { toName } from '../names.ts'
import {
  type Alarm,
  awsMetric,
  evenIfLate,
  fourInAnHour,
  minute,
  over,
  serviceMetric,
  sumOf,
  type Value,
} from './alarm.ts'
import type { MonitoredNames } from './monitored-names.ts'

/** Returns the alarms of accepted requests, webhooks and tasks. */
export const backgroundAlarms = (names: MonitoredNames<Value>): Alarm[] => [
  renderQueueAge(names),
  webhookQueueAge(names),
  webhookWait(),
  inFlight(webhooksInFlight, names.webhookQueue),
  inFlight(rendersInFlight, names.renderQueue),
  deadLetters('Render', 'render', names.renderDeadLetters),
  deadLetters('Webhook', 'webhook', names.webhookDeadLetters),
  scheduleDeadLetters(names),
  schedulerFailures(names),
  sweepStopped(),
  baselinesLeft(),
  backgroundFailures(),
]

const renderQueueAge = ({ renderQueue }: MonitoredNames<Value>): Alarm => ({
  name: 'RenderQueueAge',
  meaning: 'An accepted request has waited for 17 minutes without being rendered.',
  section: 'render-queue-age',
  sources: {
    age: awsMetric('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName: renderQueue }, 'Maximum'),
  },
  // Two attempts at the longest render hide its message for 475 s each (toWorkerTimes), and are followed by waits of 5 and 30 s. SQS leaves the
  // message out after its third receive.
  threshold: 17 * minute,
  periodSeconds: minute,
  periods: [5, 5],
  ...over,
})

/**
 * A webhook that is retried stays in the queue. SQS stops counting a message towards the age after its third receive, which is
 * due 35 min after the first. An older message was received less often, so the queue is not being consumed.
 */
const webhookQueueAge = ({ webhookQueue }: MonitoredNames<Value>): Alarm => ({
  name: 'WebhookQueueAge',
  meaning:
    'Webhooks are not being processed. The oldest is an hour old and has had fewer than three attempts.',
  section: 'webhook-queue-age',
  sources: {
    age: awsMetric('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName: webhookQueue }, 'Maximum'),
  },
  threshold: 60 * minute,
  periodSeconds: minute,
  periods: [5, 5],
  ...over,
})

const webhookWait = (): Alarm => ({
  name: 'WebhookWait',
  meaning: 'The p95 wait for the first attempt of a webhook is above five minutes.',
  section: 'webhook-queue-age',
  sources: { wait: serviceMetric('QueueWait', { queue: 'webhook' }, 'p95') },
  threshold: 5 * minute * 1000,
  ...fourInAnHour,
  ...over,
})

const webhooksInFlight = {
  name: 'WebhooksInFlight',
  meaning:
    'Webhooks that wait for their next attempt use three quarters of the messages that SQS allows in flight.',
  section: 'webhook-queue-age',
}

const rendersInFlight = {
  name: 'RendersInFlight',
  meaning:
    'Renders that are in progress or wait for their next attempt use three quarters of the messages that SQS allows in flight.',
  section: 'render-queue-age',
}

/** With 120,000 messages in flight, SQS delivers no more messages from the queue: docs/operate/limits.md. */
const inFlight = (described: Pick<Alarm, 'name' | 'meaning' | 'section'>, QueueName: Value): Alarm => ({
  ...described,
  sources: {
    hidden: awsMetric('AWS/SQS', 'ApproximateNumberOfMessagesNotVisible', { QueueName }, 'Maximum'),
  },
  threshold: 90_000,
  periodSeconds: 5 * minute,
  periods: [2, 2],
  ...over,
})

/** A function empties the queue immediately, so each single metric may miss a message. Together, the three do not. */
const deadLetters = (name: 'Render' | 'Webhook', queue: string, queueName: Value): Alarm => ({
  name: `${name}DeadLetters`,
  meaning: `The ${queue} queue moved a message to its dead-letter queue.`,
  section: `${queue}-dead-letters`,
  sources: {
    waiting: awsMetric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: queueName }, 'Maximum'),
    taken: awsMetric('AWS/SQS', 'NumberOfMessagesReceived', { QueueName: queueName }, 'Sum'),
    ended: serviceMetric('DeadLetters', { queue }, 'Sum'),
  },
  expression: 'FILL(waiting, 0) + FILL(taken, 0) + FILL(ended, 0)',
  threshold: 0,
  ...evenIfLate,
  ...over,
})

const scheduleDeadLetters = ({ scheduleDeadLetters: queueName }: MonitoredNames<Value>): Alarm => ({
  name: 'ScheduleDeadLetters',
  meaning: 'EventBridge Scheduler could not deliver an invocation. A run of a task or a sweep is missing.',
  section: 'schedule-dead-letters',
  sources: {
    waiting: awsMetric('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName: queueName }, 'Maximum'),
  },
  threshold: 0,
  periodSeconds: minute,
  periods: [1, 1],
  ...over,
})

const schedulerFailures = ({ scheduleGroup }: MonitoredNames<Value>): Alarm => {
  const group = { ScheduleGroup: scheduleGroup }
  return {
    name: 'SchedulerFailures',
    meaning: 'EventBridge Scheduler cannot send the runs of tasks to the render queue.',
    section: 'scheduler-failures',
    sources: {
      refused: awsMetric('AWS/Scheduler', 'TargetErrorCount', group, 'Sum'),
      dropped: awsMetric('AWS/Scheduler', 'InvocationDroppedCount', group, 'Sum'),
      lost: awsMetric('AWS/Scheduler', 'InvocationsFailedToBeSentToDeadLetterCount', group, 'Sum'),
    },
    expression: 'FILL(refused, 0) + FILL(dropped, 0) + FILL(lost, 0)',
    threshold: 0,
    ...evenIfLate,
    ...over,
  }
}

/** The sweep is the last safeguard against lost requests, so missing data is an alarm too. */
const sweepStopped = (): Alarm => {
  const fn = { FunctionName: toName('sweep') }
  return {
    name: 'SweepStopped',
    meaning: 'The sweep, which runs every five minutes, has not succeeded for 15 minutes.',
    section: 'sweep-stopped',
    sources: {
      runs: awsMetric('AWS/Lambda', 'Invocations', fn, 'Sum'),
      errors: awsMetric('AWS/Lambda', 'Errors', fn, 'Sum'),
    },
    expression: 'runs - FILL(errors, 0)',
    threshold: 1,
    periodSeconds: 15 * minute,
    periods: [1, 1],
    comparison: 'LessThanThreshold',
    missing: 'breaching',
  }
}

/** Every sweep tries again, for three days before a file expires. */
const baselinesLeft = (): Alarm => ({
  name: 'BaselinesLeft',
  meaning:
    'For an hour, the sweep could not keep the file of a baseline, with which runs of a task are compared.',
  section: 'baselines-left',
  sources: { left: serviceMetric('SweepEndings', { kind: 'baseline_left' }, 'Sum') },
  threshold: 0,
  periodSeconds: 15 * minute,
  periods: [4, 4],
  ...over,
})

const backgroundFailures = (): Alarm => {
  const sources = Object.fromEntries(
    renderOperationIds.map((operation) => [
      operation,
      serviceMetric('BackgroundRequests', { operation, outcome: 'service' }, 'Sum'),
    ]),
  )
  return {
    name: 'BackgroundFailures',
    meaning: 'Within 15 minutes, three accepted requests failed with a service error after all attempts.',
    section: 'background-failures',
    sources,
    expression: sumOf(sources),
    threshold: 2,
    periodSeconds: 15 * minute,
    periods: [1, 1],
    ...over,
  }
}
