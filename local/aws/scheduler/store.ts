import type { ScheduleKey, SchedulerDatabase } from './database.ts'
import type { Body } from './definition.ts'
import { invalid } from './errors.ts'
import type { Runner } from './runner.ts'

/** The state that the operations share. */
export interface SchedulerStore {
  database: SchedulerDatabase
  runner: Runner
  nowMs: () => number
  /** `arn:aws:scheduler:<region>:<account>:` */
  arnPrefix: string
}

/** One request, parsed from the REST-JSON protocol. */
export interface Call {
  /** The last part of the path, or undefined for a list. */
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
