import type { RenderOperationId } from '../../schema/operations.ts'
import type { Frequency, Task } from '../../schema/tasks.ts'
import type { CountedMinutes } from './counted-minutes.ts'
import { crontabOf } from './crontab-of.ts'

/** What the owner decides about a task. */
export interface TaskDefinition {
  name: string
  api: RenderOperationId
  query: string
  frequency: Frequency
  /** With `custom` only. */
  crontab?: string | undefined
  timezone: string
  enabled: boolean
}

/** A task as its item has it: the truth about it, whatever the schedules say. */
export interface StoredTask extends TaskDefinition {
  id: number
  accountId: string
  /** Unix seconds. */
  created: number
  /** Unix seconds; undefined before the first run. */
  lastRun?: number | undefined
  runs: number
  /** The minutes that `runs` has counted of late. */
  counted?: CountedMinutes | undefined
  /** Counts the changes of the definition, so that two changes at once do not mix. */
  revision: number
  /** SHA-256 of the definition as it was created, for tasks that came with an Idempotency-Key. */
  fingerprint?: string | undefined
}

/** The task as an answer shows it. */
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
