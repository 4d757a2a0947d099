import * as z from 'zod'
import { docs, fieldsOf } from './docs.ts'
import { renderOperationIds } from './render-operations.ts'
import { timeZoneNames } from './time-zone.ts'
import { BaselineView, WatchOptions, WatchView } from './watch.ts'

const { field } = fieldsOf('task')

const frequencies = ['every_minute', 'every_hour', 'every_day', 'every_month', 'custom'] as const

export type Frequency = (typeof frequencies)[number]

/** At most 128 KB in UTF-8: a task and a request each fit into one DynamoDB item of 400 KB. */
const queryLengthMax = 32_768

const api = z.enum(renderOperationIds)

const frequency = z.enum(frequencies)

const shape = {
  name: field(z.string().min(1).max(100), {
    title: 'Name',
    description: 'Name of the task, 1 to 100 characters.',
    examples: ['Front page every morning'],
  }),
  api: field(api, {
    title: 'Operation',
    description: 'The operation that the task runs.',
    examples: ['screenshot'],
  }),
  query: field(z.string().min(1).max(queryLengthMax), {
    title: 'Query',
    description:
      'Parameters of the operation as a query string with URL-encoded values. The rules of the operation apply. Must not contain `access_key`, `signature`, `expires` or `async`, because a run is always asynchronous.',
    examples: ['url=https%3A%2F%2Fexample.com%2F&format=png&full_page=true'],
    'x-private': true,
  }),
  frequency: field(frequency, {
    title: 'Frequency',
    description:
      'When the task runs, in its time zone: every full minute, every hour, every day at 00:00, on the first of every month at 00:00, or as defined by `crontab`.',
    examples: ['every_day'],
  }),
  crontab: field(z.string().max(1000).optional(), {
    title: 'Crontab',
    description:
      'Unix cron: minute 0-59, hour 0-23, day of month 1-31, month 1-12, day of week 0-6 (0 is Sunday), with `*`, lists, ranges and steps. If both day fields are restricted, the task runs when either one matches. Required with `frequency` custom. With another frequency, only the equivalent that responses show is accepted.',
    examples: ['0 9-17/2 * * 1-5'],
  }),
  timezone: field(z.enum(timeZoneNames).default('Etc/UTC'), {
    title: 'Time zone',
    description:
      'IANA time zone of the schedule. A local time that is skipped when clocks change does not run. A local time that occurs twice runs once.',
    examples: ['Europe/Berlin', 'Etc/UTC'],
    'x-values': 'an IANA time zone name, such as Europe/Berlin',
  }),
  enabled: field(z.boolean().default(true), {
    title: 'Enabled',
    description: 'If false, the task is kept but does not run.',
    examples: [true],
  }),
  watch: field(WatchOptions.optional(), {
    title: 'Watch',
    description:
      'Compares each run with the baseline, which the first run sets and each changed run replaces. `visual` compares the images of a task with `api` screenshot, ' +
      '`text` the Markdown of a task with `api` scrape and `format=md`, line by line. A run has changed if more than `threshold` of its pixels or lines differ. ' +
      'Then its webhook names the files before and after and their difference; runs without a change send none, unless `notify` is always. `mode` off ends it.',
    examples: [
      {
        mode: 'visual',
        threshold: 0,
        ignore_selectors: ['.ad', '#clock'],
        ignore_links: false,
        notify: 'change',
      },
    ],
    'x-extension': true,
  }),
  keep_runs: field(z.int().min(0).max(1000).optional(), {
    title: 'Runs to keep',
    description:
      'Keeps the file of each run until so many later runs are due, at least 48 hours and at most 30 days, instead of for `cache_ttl` seconds. 0: as `cache_ttl` says.',
    examples: [30],
    'x-extension': true,
  }),
}

/** Parameters of a new task. `lib/core/tasks/check-task.ts` validates the schedule and the query. */
export const TaskOptions = z.strictObject(shape)

/** Returns a parameter of a new task that a change may leave out. */
const change = <Schema extends z.ZodType>(parameter: z.ZodType, schema: Schema) => {
  const optional = schema.optional()
  const doc = docs.get(parameter)
  if (doc) docs.add(optional as z.ZodType, doc)
  return optional
}

/** Any subset of the parameters. */
export const TaskChanges = z.strictObject({
  ...shape,
  name: change(shape.name, shape.name),
  api: change(shape.api, shape.api),
  query: change(shape.query, shape.query),
  frequency: change(shape.frequency, shape.frequency),
  timezone: change(shape.timezone, shape.timezone.unwrap()),
  enabled: change(shape.enabled, shape.enabled.unwrap()),
})

export type TaskChanges = z.output<typeof TaskChanges>

/** Parameters of `POST /v1/tasks/{id}/baseline`. */
export const AcceptBaselineOptions = z.strictObject({
  run: field(z.string().min(1).max(64).optional(), {
    title: 'Run',
    description:
      'The `id` of the run that you looked at. If a later run is done by now, the response is 409 and the baseline stays. Without it, whichever run is the latest is accepted.',
    examples: ['01a20a3c-7d1e-7a0b-8c4d-5e6f708192a3'],
    'x-extension': true,
  }),
})

/** A task in a response. */
export const Task = z.strictObject({
  id: z.int().positive(),
  name: z.string(),
  api,
  query: z.string(),
  frequency,
  /** The task's own crontab, or the equivalent of its frequency. */
  crontab: z.string(),
  timezone: z.string(),
  enabled: z.boolean(),
  /** Unix seconds. */
  created: z.int(),
  /** Unix seconds; null before the first run. */
  last_run: z.int().nullable(),
  runs: z.int().nonnegative(),
  /** Null if the task does not watch its page. */
  watch: WatchView.nullable(),
  /** Null if `cache_ttl` decides how long files are kept. */
  keep_runs: z.int().positive().nullable(),
  /** Null if the task does not watch its page, or no run was done since it does. */
  baseline: BaselineView.nullable(),
})

export type Task = z.output<typeof Task>

/** Newest first. */
export const TaskList = z.strictObject({ tasks: z.array(Task) })
