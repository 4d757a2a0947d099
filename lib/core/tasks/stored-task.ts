import type { RenderOperationId } from '../../schema/operations.ts'
import type { Frequency, Task } from '../../schema/tasks.ts'
import type { WatchOptions } from '../../schema/watch.ts'
import type { Baseline } from '../watch/run-change.ts'
import { toWatch, toWatchKey, type Watch } from '../watch/watch.ts'
import type { CountedMinutes } from './counted-minutes.ts'
import { crontabOf } from './crontab-of.ts'
import { toMaskedQuery } from './masked-query.ts'

/** The part of a task that its owner defines. */
export interface TaskDefinition {
  name: string
  api: RenderOperationId
  query: string
  frequency: Frequency
  /** Only with `frequency` custom. */
  crontab?: string | undefined
  timezone: string
  enabled: boolean
  /** Absent if the task does not watch its page. */
  watch?: Watch | undefined
  /** Absent if `cache_ttl` decides how long files are kept. */
  keep_runs?: number | undefined
}

interface DefinitionOptions extends Omit<TaskDefinition, 'watch'> {
  watch?: WatchOptions | undefined
}

/** Returns the definition that the parameters of a task describe. */
export const toDefinition = (options: DefinitionOptions): TaskDefinition => ({
  ...options,
  watch: toWatch(options.watch),
  keep_runs: options.keep_runs || undefined,
})

/** A task as stored. It is the source of truth, regardless of the schedules. */
export interface StoredTask extends TaskDefinition {
  id: number
  accountId: string
  /** Unix seconds. */
  created: number
  /** Unix seconds; undefined before the first run. */
  lastRun?: number | undefined
  runs: number
  /** The recent minutes that `runs` has counted. */
  counted?: CountedMinutes | undefined
  /** Version of the definition, so concurrent changes do not mix. */
  revision: number
  /** SHA-256 of the definition as it was created, for tasks that came with an Idempotency-Key. */
  fingerprint?: string | undefined
  /** The first runs that have failed since one was done. Only of accounts that have subscribed to them. */
  failedRuns?: ReadonlySet<string> | undefined
  /** The latest baseline, which may belong to an earlier definition of the task. */
  baseline?: Baseline | undefined
  /** The latest run that was compared and is done, which can become the baseline. */
  latest?: Baseline | undefined
}

/** Returns what an update of the task writes again. */
export const definitionOf = ({
  name,
  api,
  query,
  frequency,
  crontab,
  timezone,
  enabled,
  watch,
  keep_runs,
}: StoredTask): TaskDefinition => ({
  name,
  api,
  query,
  frequency,
  crontab,
  timezone,
  enabled,
  watch,
  keep_runs,
})

/** Returns the baseline of the task as it is defined now, unless its file has expired. */
export const baselineOf = (task: StoredTask, nowMs: number): Baseline | undefined => {
  const { baseline } = task
  return baseline && canBeBaseline(task, baseline, nowMs) ? baseline : undefined
}

/** Returns whether runs of the task as it is defined now can be compared with this one. */
export const canBeBaseline = (task: StoredTask, { key, file }: Baseline, nowMs: number): boolean =>
  task.watch !== undefined && key === toWatchKey(task) && file.expires * 1000 > nowMs

export interface TaskViewSettings {
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
  nowMs: () => number
}

/** Returns the task as a response shows it. @param isMasked whether `***` stands for what it logs in with */
export const toTask = (
  stored: StoredTask,
  { cacheUrl, nowMs }: TaskViewSettings,
  isMasked: boolean,
): Task => {
  const { id, name, api, query, frequency, ...task } = stored
  const baseline = baselineOf(stored, nowMs())
  return {
    id,
    name,
    api,
    query: isMasked ? toMaskedQuery(api, query) : query,
    frequency,
    crontab: crontabOf({ frequency, crontab: task.crontab }),
    timezone: task.timezone,
    enabled: task.enabled,
    created: task.created,
    last_run: task.lastRun ?? null,
    runs: task.runs,
    watch: task.watch ?? null,
    keep_runs: task.keep_runs ?? null,
    baseline: baseline
      ? {
          id: baseline.requestId,
          file: `${cacheUrl}/${baseline.file.name}`,
          expires: baseline.file.expires,
        }
      : null,
  }
}
