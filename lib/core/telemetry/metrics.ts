/** One metric as CloudWatch knows it. Each also has the dimension `stage`. */
interface MetricDefinition {
  unit: 'Count' | 'Milliseconds'
  /** Each combination of values is billed as a metric, so there are few values and never an account. */
  dimensions: readonly string[]
  meaning: string
}

export const namespace = 'Stillframe'

const metricOf =
  <Unit extends MetricDefinition['unit']>(unit: Unit) =>
  <const Dimensions extends readonly string[]>(dimensions: Dimensions, meaning: string) => ({
    unit,
    dimensions,
    meaning,
  })

const counted = metricOf('Count')
const measured = metricOf('Milliseconds')

/** Every metric that the code emits. The dashboard and the alarms use these and AWS's own metrics. */
export const metrics = {
  Requests: counted(['operation', 'outcome'], 'Responses of the API, by class of outcome.'),
  Refusals: counted(
    ['reason'],
    'Requests refused for the key, payment, signature, rate, plan or quota, by code of the error.',
  ),
  TotalDuration: measured(
    ['operation'],
    'From start to end, of what was rendered, and of operations that do not render.',
  ),
  OwnDuration: measured(
    ['operation'],
    'TotalDuration without the navigation and waiting that page and caller decide on.',
  ),
  AccessDuration: measured(['operation'], 'Key, payment, signature and rate.'),
  LaunchDuration: measured(
    ['operation'],
    'Until the page is open, including the start of a browser if none is running.',
  ),
  NavigateDuration: measured(['operation'], 'Until the page has reached `wait_until`.'),
  WaitDuration: measured(
    ['operation'],
    'Steps in the page: injection, clicks, scrolling, `delay`, `wait_for_selector`.',
  ),
  SettleDuration: measured(['operation'], 'Fonts, images and a quiet frame.'),
  CaptureDuration: measured(['operation'], 'Capture of the image, document or video itself.'),
  EncodeDuration: measured(['operation'], 'Resizing and encoding.'),
  CachedDuration: measured(['operation'], 'From start to end of requests served from the cache.'),
  AcceptedDuration: measured(
    ['operation'],
    'From start to end of the 202 of a request that is rendered later.',
  ),
  CacheAnswers: counted(['operation', 'result'], 'Synchronous requests with a cache lookup: hit or miss.'),
  ColdStarts: counted(
    ['handler', 'kind'],
    'Work that met a new execution environment, or had to launch the browser.',
  ),
  BrowserRecycles: counted(['reason'], 'Browsers that were not kept for the next render, by reason.'),
  WorkerReplacements: counted(
    ['reason'],
    'Render workers that ended themselves because a new process can do better, by reason. Lambda counts each as an error.',
  ),
  MissingProtections: counted(
    ['kind'],
    'Browsers that started without a sandbox (browser), and environments whose credentials other processes can read (node).',
  ),
  BlockedTargets: counted(
    ['kind'],
    'Internal targets that pages tried to reach, by kind: loopback, link_local, private, reserved, service_host, reserved_name.',
  ),
  QueueWait: measured(['queue'], 'From sending a message until a worker receives it for the first time.'),
  Messages: counted(
    ['queue', 'outcome'],
    'Deliveries of messages to workers, by the outcome that the log line has.',
  ),
  Retries: counted(['queue'], 'Deliveries that come again because the work failed, here or at the receiver.'),
  DeadLetters: counted(['queue'], 'Messages that a queue had given up, when their end was worked on.'),
  BackgroundRequests: counted(
    ['operation', 'outcome'],
    'Accepted requests and task runs that ended, by class of outcome.',
  ),
  WebhookResults: counted(
    ['result'],
    'Attempts to deliver a webhook: delivered, retried, or failed for good.',
  ),
  UploadResults: counted(['result'], 'Attempts to upload a result: delivered, retried, or failed for good.'),
  TaskRuns: counted(
    ['outcome'],
    'Messages of schedules, by what became of them; a repeated message counts again.',
  ),
  CanaryRenders: counted(
    ['outcome'],
    'Runs of the canary, through the public URL and in the background: ok, failed, or skipped for want of a key.',
  ),
  GatewayThrottles: counted(
    [],
    'Requests that API Gateway refused with 429 before any function ran. A filter of its access log counts them.',
  ),
  SweepEndings: counted(['kind'], 'What the sweep had to repair.'),
} satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof metrics

export type DimensionsOf<Name extends MetricName> = Readonly<
  Record<(typeof metrics)[Name]['dimensions'][number], string>
>

/** One value of one metric. */
export interface MetricPoint {
  name: MetricName
  value: number
  dimensions: Readonly<Record<string, string>>
}

export const point = <Name extends MetricName>(
  name: Name,
  dimensions: DimensionsOf<Name>,
  value = 1,
): MetricPoint => ({ name, value, dimensions })

/**
 * Who caused an outcome: `ok`: no failure. `caller`: an invalid request or a page error. `refused`: the account's plan or limits.
 * `service`: our own failure.
 */
export const outcomes = ['ok', 'caller', 'refused', 'service'] as const
export type Outcome = (typeof outcomes)[number]

/** The protection that an environment lacks: the sandbox of its browser, or a Node process that other processes cannot read. */
export const missingProtections = ['browser', 'node'] as const
export type MissingProtection = (typeof missingProtections)[number]

/**
 * Why a browser is not kept: it reached its number of renders (`renders`), holds too much memory between renders (`memory`), exited
 * unexpectedly (`ended`), does not respond (`unresponsive`), did not respond after the environment was stopped between invocations
 * (`frozen`), or a render in it was stopped for its deadline, memory or crash (`stopped`).
 */
export const recycleReasons = ['renders', 'memory', 'ended', 'unresponsive', 'frozen', 'stopped'] as const
export type RecycleReason = (typeof recycleReasons)[number]
