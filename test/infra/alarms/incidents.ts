import type { History, MetricOf } from './cloudwatch.ts'

interface Incident {
  /** For the table in docs/operate/alarms.md. */
  what: string
  /** Changes of the ordinary values; undefined keeps them. Minute 0 is the first of the incident. */
  values: (metric: MetricOf, minute: number) => readonly number[] | undefined
  /** The alarms that must follow, soonest first. */
  alarms: readonly string[]
}

const times = (count: number, value = 1): number[] => Array.from({ length: count }, () => value)
const nothing: readonly number[] = []

const once = (minute: number, minutes: readonly number[]) => (minutes.includes(minute) ? [1] : nothing)

const rendersPerMinute = 20
const requestsPerMinute = 30

/** Values of one minute of a service with 20 renders a minute. */
const everyMinute: Readonly<Record<string, readonly number[]>> = {
  Count: times(requestsPerMinute),
  '5XXError': times(requestsPerMinute, 0),
  'AWS/CloudFront Requests': times(requestsPerMinute),
  '5xxErrorRate': [0],
  'Requests screenshot ok': times(rendersPerMinute),
  Invocations: times(requestsPerMinute),
  Errors: times(5, 0),
  Throttles: [0],
  'Duration stillframe-production-screenshot': times(rendersPerMinute, 1200),
  ConcurrentExecutions: [4],
  OwnDuration: times(3, 900),
  QueueWait: [200],
  ApproximateAgeOfOldestMessage: [1],
  ApproximateNumberOfMessagesNotVisible: [2],
}

/** Of the timers, in every fifth minute. */
const everyFifthMinute: Readonly<Record<string, readonly number[]>> = {
  'CanaryRenders ok': [1],
  'Invocations stillframe-production-sweep': [1],
  'Errors stillframe-production-sweep': [0],
}

const ordinary = ({ namespace, name, dimensions }: MetricOf, minute: number) => {
  const { FunctionName, operation, outcome } = dimensions
  const keys = [
    [name, FunctionName ?? operation, outcome].filter(Boolean).join(' '),
    [namespace, name].join(' '),
    // Counts of one outcome or one function have no ordinary value unless listed above.
    ...(FunctionName && name !== 'Errors' && name !== 'Throttles' ? [] : [name]),
  ]
  const isTimer = keys[0] !== undefined && keys[0] in everyFifthMinute
  if (isTimer) return minute % 5 === 0 ? (everyFifthMinute[keys[0] ?? ''] ?? nothing) : nothing
  const key = keys.find((candidate) => candidate in everyMinute)
  return key === undefined ? nothing : (everyMinute[key] ?? nothing)
}

export const toHistory =
  (incident?: Incident): History =>
  (metric, minute) =>
    (minute >= 0 ? incident?.values(metric, minute) : undefined) ?? ordinary(metric, minute)

const isOf = (metric: MetricOf, name: string, dimensions: Record<string, string> = {}) =>
  metric.name === name &&
  Object.entries(dimensions).every(([key, value]) => metric.dimensions[key]?.endsWith(value))

const canaryFails = ({ name, dimensions: { outcome } }: MetricOf, minute: number) => {
  if (name !== 'CanaryRenders') return undefined
  return outcome === 'failed' && minute % 5 === 0 ? [1] : nothing
}

/** Every call of the API ends with 5xx, as functions that cannot start do. */
const failingApi = (metric: MetricOf, minute: number) => {
  if (isOf(metric, '5XXError')) return times(requestsPerMinute)
  if (isOf(metric, '5xxErrorRate')) return [100]
  if (isOf(metric, 'Requests', { operation: '' })) return nothing
  return canaryFails(metric, minute)
}

/** SQS leaves out a message after three receives, so the age of a message that is received again and again is no help. */
const received = (metric: MetricOf, queue: string, minutes: readonly number[]) => {
  const last = minutes[2] ?? Number.POSITIVE_INFINITY
  return (minute: number) =>
    isOf(metric, 'ApproximateAgeOfOldestMessage') && metric.dimensions['QueueName']?.includes(queue)
      ? [minute <= last ? 60 * minute : 1]
      : undefined
}

const inFlight = (metric: MetricOf, queue: string) =>
  isOf(metric, 'ApproximateNumberOfMessagesNotVisible') && metric.dimensions['QueueName']?.includes(queue)
    ? [100_000]
    : undefined

export const incidents: readonly Incident[] = [
  {
    what: 'A module that `webhook-worker` imports is missing; one webhook is due',
    values: (metric, minute) =>
      isOf(metric, 'Errors', { FunctionName: '-webhook-worker' })
        ? once(minute, [0, 4, 9, 13, 18])
        : received(metric, '-WebhookQueue', [0, 4, 9])(minute),
    alarms: ['WorkersEnd'],
  },
  {
    what: 'A page ends its `render-worker` at first early, and then at the end of the longest render',
    values: (metric, minute) =>
      isOf(metric, 'Errors', { FunctionName: '-render-worker' }) ? once(minute, [0, 18]) : undefined,
    alarms: ['WorkersEnd'],
  },
  {
    what: 'Lambda takes a chain of messages for a loop',
    values: (metric, minute) =>
      isOf(metric, 'RecursiveInvocationsDropped') && minute % 10 === 0 ? [1] : undefined,
    alarms: ['RecursionStopped'],
  },
  {
    what: 'The workers cannot start browsers, and replace themselves',
    values: (metric, minute) =>
      isOf(metric, 'Errors', { FunctionName: '-render-worker' }) ||
      isOf(metric, 'WorkerReplacements', { reason: 'launches' })
        ? once(minute, [0, 8])
        : undefined,
    alarms: ['WorkersEnd'],
  },
  {
    what: 'A deployment took a permission from `webhook-worker`; one webhook is due',
    values: (metric, minute) =>
      isOf(metric, 'Messages', { queue: 'webhook', outcome: 'error' })
        ? once(minute, [0, 1, 3, 8, 18])
        : received(metric, '-WebhookQueue', [0, 0, 1])(minute),
    alarms: ['WorkerErrors'],
  },
  {
    what: 'Every function of the API crashes at its start',
    values: (metric, minute) =>
      isOf(metric, 'Errors') && !metric.dimensions['FunctionName']
        ? times(requestsPerMinute)
        : failingApi(metric, minute),
    alarms: ['ApiDown', 'Api5xx', 'Edge5xx', 'FunctionErrors', 'CanaryFails'],
  },
  {
    what: 'CloudFront sends a key that the API refuses: 404 for all',
    values: (metric, minute) =>
      isOf(metric, 'Requests', { operation: '' }) ? nothing : canaryFails(metric, minute),
    alarms: ['CanaryFails'],
  },
  {
    what: 'The canary’s timer is disabled',
    values: ({ name }) => (name === 'CanaryRenders' ? nothing : undefined),
    alarms: ['CanaryFails'],
  },
  {
    what: 'No page can be reached: every render of a caller is a 400',
    values: (metric) => {
      if (isOf(metric, 'Requests', { operation: 'screenshot', outcome: 'ok' })) return nothing
      return isOf(metric, 'Requests', { operation: 'screenshot', outcome: 'caller' })
        ? times(rendersPerMinute)
        : undefined
    },
    alarms: ['NoSuccess'],
  },
  {
    what: 'No connection leaves the functions, and an hour has one render (with `CANARY_URL`)',
    values: (metric, minute) => {
      if (!isOf(metric, 'Requests', { operation: '' })) return canaryFails(metric, minute)
      return minute === 0 && metric.dimensions['outcome'] === 'caller' ? [1] : nothing
    },
    alarms: ['CanaryFails'],
  },
  {
    what: 'The event source of `render-worker` is disabled (with `CANARY_URL`)',
    values: (metric, minute) =>
      isOf(metric, 'ApproximateAgeOfOldestMessage') &&
      metric.dimensions['QueueName']?.includes('-RenderQueue')
        ? [60 * minute]
        : canaryFails(metric, minute),
    alarms: ['CanaryFails', 'RenderQueueAge'],
  },
  {
    what: 'Callers exceed the rate of a path together',
    values: (metric) => (isOf(metric, 'GatewayThrottles') ? times(10) : undefined),
    alarms: ['GatewayThrottles'],
  },
  {
    what: 'CloudFront cannot connect to the API: 502 for all',
    values: (metric, minute) => {
      if (isOf(metric, '5xxErrorRate')) return [100]
      if (['Count', '5XXError'].includes(metric.name) || isOf(metric, 'Requests', { operation: '' }))
        return nothing
      return canaryFails(metric, minute)
    },
    alarms: ['Edge5xx', 'CanaryFails'],
  },
  {
    what: 'Lambda’s concurrency is used up',
    values: (metric, minute) => {
      if (isOf(metric, 'Throttles')) return times(5)
      if (isOf(metric, 'ConcurrentExecutions')) return [1000]
      return failingApi(metric, minute)
    },
    alarms: ['ApiDown', 'Throttles', 'Concurrency', 'Api5xx', 'Edge5xx', 'CanaryFails'],
  },
  {
    what: 'DynamoDB refuses every call',
    values: (metric, minute) =>
      isOf(metric, 'Messages', { queue: 'render', outcome: 'error' }) ? times(3) : failingApi(metric, minute),
    alarms: ['ApiDown', 'WorkerErrors', 'Api5xx', 'Edge5xx', 'CanaryFails'],
  },
  {
    what: 'Of 10,000 requests a minute, 0.5 % are 5xx',
    values: (metric) => {
      if (isOf(metric, 'Count')) return times(10_000)
      return isOf(metric, '5XXError') ? times(50) : undefined
    },
    alarms: ['Api5xxLongTerm'],
  },
  {
    what: 'Screenshots take 12 s of our own time',
    values: (metric) => (isOf(metric, 'OwnDuration', { operation: 'screenshot' }) ? [12_000] : undefined),
    alarms: ['SlowScreenshot'],
  },
  {
    what: 'Every render takes a minute of our own time',
    values: (metric) => (isOf(metric, 'OwnDuration') ? [60_000] : undefined),
    alarms: ['SlowPdf', 'SlowScrape', 'SlowScreencast', 'SlowScreenshot', 'SlowSnapshot'],
  },
  {
    what: 'More background renders arrive than the workers do',
    values: (metric, minute) =>
      isOf(metric, 'ApproximateAgeOfOldestMessage') &&
      metric.dimensions['QueueName']?.includes('-RenderQueue')
        ? [60 * minute]
        : undefined,
    alarms: ['RenderQueueAge'],
  },
  {
    what: 'The event source of `webhook-worker` is disabled',
    values: (metric, minute) => {
      if (isOf(metric, 'QueueWait')) return nothing
      return isOf(metric, 'ApproximateAgeOfOldestMessage') &&
        metric.dimensions['QueueName']?.includes('-WebhookQueue')
        ? [60 * minute]
        : undefined
    },
    alarms: ['WebhookQueueAge'],
  },
  {
    what: 'Slow receivers occupy the webhook workers',
    values: (metric) => (isOf(metric, 'QueueWait', { queue: 'webhook' }) ? [600_000] : undefined),
    alarms: ['WebhookWait'],
  },
  {
    what: '100,000 webhooks wait for their next attempt',
    values: (metric) => inFlight(metric, '-WebhookQueue'),
    alarms: ['WebhooksInFlight'],
  },
  {
    what: '100,000 renders wait for their next attempt',
    values: (metric) => inFlight(metric, '-RenderQueue'),
    alarms: ['RendersInFlight'],
  },
  {
    what: 'A message of each queue moves to the dead letters',
    values: (metric, minute) => (isOf(metric, 'DeadLetters') && minute === 0 ? [1] : undefined),
    alarms: ['RenderDeadLetters', 'WebhookDeadLetters'],
  },
  {
    what: 'EventBridge Scheduler cannot send to the render queue',
    values: (metric) => {
      if (isOf(metric, 'TargetErrorCount')) return [1]
      const isDead = metric.dimensions['QueueName']?.includes('-ScheduleDeadLettersQueue')
      return isOf(metric, 'ApproximateNumberOfMessagesVisible') && isDead ? [1] : undefined
    },
    alarms: ['ScheduleDeadLetters', 'SchedulerFailures'],
  },
  {
    what: 'The sweep fails each time',
    values: (metric, minute) =>
      isOf(metric, 'Errors', { FunctionName: '-sweep' }) && minute % 5 === 0 ? [1] : undefined,
    alarms: ['SweepStopped'],
  },
  {
    what: 'The file of a baseline cannot be copied',
    values: (metric, minute) =>
      isOf(metric, 'SweepEndings', { kind: 'baseline_left' }) && minute % 5 === 0 ? [1] : undefined,
    alarms: ['BaselinesLeft'],
  },
  {
    what: 'Accepted renders fail because of the service',
    values: (metric) =>
      isOf(metric, 'BackgroundRequests', { operation: 'screenshot', outcome: 'service' }) ? [1] : undefined,
    alarms: ['BackgroundFailures'],
  },
  {
    what: 'DynamoDB throttles a table and its indexes',
    values: (metric) => (isOf(metric, 'WriteThrottleEvents') ? [4] : undefined),
    alarms: ['IndexThrottles', 'TableThrottles'],
  },
  {
    what: 'One account renders 300 pages a minute that run into their timeout',
    values: (metric) =>
      isOf(metric, 'Duration', { FunctionName: '-screenshot' }) ? times(300, 35_000) : undefined,
    alarms: ['RenderCost'],
  },
]
