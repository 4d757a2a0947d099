import type { ScheduleKey, SchedulerDatabase } from './database.ts'
import type { Body } from './definition.ts'
import { invalid } from './errors.ts'
import type { Runner } from './runner.ts'

/** What the operations share. */
export interface SchedulerStore {
  database: SchedulerDatabase
  runner: Runner
  nowMs: () => number
  /** `arn:aws:scheduler:<region>:<account>:` */
  arnPrefix: string
}

/** One request, as the REST-JSON protocol splits it. */
export interface Call {
  /** The part of the path behind the kind of thing, or undefined for all of them. */
  name: string | undefined
  query: URLSearchParams
  body: Body
}

export const scheduleArn = ({ arnPrefix }: Pick<SchedulerStore, 'arnPrefix'>, key: ScheduleKey) =>
  `${arnPrefix}schedule/${key.groupName}/${key.name}`

export const checkName = (name: string) => {
  if (/^[0-9a-zA-Z-_.]{1,64}$/.test(name)) return
  throw invalid(`1 validation error detected: Value '${name}' at 'name' failed to satisfy constraint`)
}
