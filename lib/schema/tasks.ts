import * as z from 'zod'
import { docs } from './docs.ts'
import { renderOperationIds } from './render-operations.ts'
import { timeZoneNames } from './time-zone.ts'
import { BaselineView, WatchOptions, WatchView } from './watch.ts'

const frequencies = ['every_minute', 'every_hour', 'every_day', 'every_month', 'custom'] as const

export type Frequency = (typeof frequencies)[number]

/** At most 128 KB in UTF-8: a task and a request each fit into one DynamoDB item of 400 KB. */
const queryLengthMax = 32_768

const name = z.string().min(1).max(100)

const nameDoc = {
  title: 'Name',
  description: 'Name of the task, 1 to 100 characters.',
  examples: ['Front page every morning'],
  'x-group': 'task' as const,
}

const api = z.enum(renderOperationIds)

const apiDoc = {
  title: 'Operation',
  description: 'The operation that the task runs.',
  examples: ['screenshot' as const],
  'x-group': 'task' as const,
}

const query = z.string().min(1).max(queryLengthMax)

const queryDoc = {
  title: 'Query',
  description:
    'Parameters of the operation as a query string with URL-encoded values. The rules of the operation apply. Must not contain `access_key`, `signature`, `expires` or `async`, because a run is always asynchronous.',
  examples: ['url=https%3A%2F%2Fexample.com%2F&format=png&full_page=true'],
  'x-group': 'task' as const,
  'x-private': true as const,
}

const frequency = z.enum(frequencies)

const frequencyDoc = {
  title: 'Frequency',
  description:
    'When the task runs, in its time zone: every full minute, every hour, every day at 00:00, on the first of every month at 00:00, or as defined by `crontab`.',
  examples: ['every_day' as const],
  'x-group': 'task' as const,
}

const crontab = z.string().max(1000)

const crontabDoc = {
  title: 'Crontab',
  description:
    'Unix cron: minute 0-59, hour 0-23, day of month 1-31, month 1-12, day of week 0-6 (0 is Sunday), with `*`, lists, ranges and steps. If both day fields are restricted, the task runs when either one matches. Required with `frequency` custom. With another frequency, only the equivalent that responses show is accepted.',
  examples: ['0 9-17/2 * * 1-5'],
  'x-group': 'task' as const,
}

const timezone = z.enum(timeZoneNames)

const timezoneDoc = {
  title: 'Time zone',
  description:
    'IANA time zone of the schedule. A local time that is skipped when clocks change does not run. A local time that occurs twice runs once.',
  examples: ['Europe/Berlin', 'Etc/UTC'],
  'x-values': 'an IANA time zone name, such as Europe/Berlin',
  'x-group': 'task' as const,
}

const enabled = z.boolean()

const enabledDoc = {
  title: 'Enabled',
  description: 'If false, the task is kept but does not run.',
  examples: [true],
  'x-group': 'task' as const,
}

const watchDoc = {
  title: 'Watch',
  description:
    'Compares each run with the baseline, which the first run sets and each changed run replaces. `visual` compares the images of a task with `api` screenshot, ' +
    '`text` the Markdown of a task with `api` scrape and `format=md`, line by line. A run has changed if more than `threshold` of its pixels or lines differ. ' +
    'Then its webhook names the files before and after and their difference; runs without a change send none, unless `notify` is always. `mode` off ends it.',
  examples: [
    {
      mode: 'visual' as const,
      threshold: 0,
      ignore_selectors: ['.ad', '#clock'],
      ignore_links: false,
      notify: 'change' as const,
    },
  ],
  'x-group': 'task' as const,
  'x-extension': true as const,
}

const keepRuns = z.int().min(0).max(1000)

const keepRunsDoc = {
  title: 'Runs to keep',
  description:
    'Keeps the file of each run until so many later runs are due, at least 48 hours and at most 30 days, instead of for `cache_ttl` seconds. 0: as `cache_ttl` says.',
  examples: [30],
  'x-group': 'task' as const,
  'x-extension': true as const,
}

/** Parameters of a new task. `lib/core/tasks/check-task.ts` validates the schedule and the query. */
export const TaskOptions = z.strictObject({
  name: name.clone().register(docs, nameDoc),
  api: api.clone().register(docs, apiDoc),
  query: query.clone().register(docs, queryDoc),
  frequency: frequency.clone().register(docs, frequencyDoc),
  crontab: crontab.optional().register(docs, crontabDoc),
  timezone: timezone.default('Etc/UTC').register(docs, timezoneDoc),
  enabled: enabled.default(true).register(docs, enabledDoc),
  watch: WatchOptions.optional().register(docs, watchDoc),
  keep_runs: keepRuns.optional().register(docs, keepRunsDoc),
})

/** Any subset of the parameters. */
export const TaskChanges = z.strictObject({
  name: name.optional().register(docs, nameDoc),
  api: api.optional().register(docs, apiDoc),
  query: query.optional().register(docs, queryDoc),
  frequency: frequency.optional().register(docs, frequencyDoc),
  crontab: crontab.optional().register(docs, crontabDoc),
  timezone: timezone.optional().register(docs, timezoneDoc),
  enabled: enabled.optional().register(docs, enabledDoc),
  watch: WatchOptions.optional().register(docs, watchDoc),
  keep_runs: keepRuns.optional().register(docs, keepRunsDoc),
})

export type TaskChanges = z.output<typeof TaskChanges>

/** Parameters of `POST /v1/tasks/{id}/baseline`. */
export const AcceptBaselineOptions = z.strictObject({
  run: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .register(docs, {
      title: 'Run',
      description:
        'The `id` of the run that you looked at. If a later run is done by now, the response is 409 and the baseline stays. Without it, whichever run is the latest is accepted.',
      examples: ['01a20a3c-7d1e-7a0b-8c4d-5e6f708192a3'],
      'x-group': 'task',
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
