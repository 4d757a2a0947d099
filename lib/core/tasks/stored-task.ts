import type { RenderOperationId } from '../../schema/operations.ts'
import type { Frequency, Task } from '../../schema/tasks.ts'
import type { CountedMinutes } from './counted-minutes.ts'
import { crontabOf } from './crontab-of.ts'

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
}

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
}

/** Returns the task as a response shows it. */
export const toTask = ({ id, name, api, query, frequency, ...task }: StoredTask): Task => ({
  id,
  name,
  api,
  query,
  frequency,
  crontab: crontabOf({ frequency, crontab: task.crontab }),
  timezone: task.timezone,
  enabled: task.enabled,
  created: task.created,
  last_run: task.lastRun ?? null,
  runs: task.runs,
})
