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
  method: string
  /** The part of the path behind the kind of thing, or undefined for all of them. */
  name: string | undefined
  query: URLSearchParams
  body: Body
}

/** How long a client token is recognised. */
const tokenMs = 8 * 60 * 60_000

export const scheduleArn = ({ arnPrefix }: Pick<SchedulerStore, 'arnPrefix'>, key: ScheduleKey) =>
  `${arnPrefix}schedule/${key.groupName}/${key.name}`

export const groupArn = ({ arnPrefix }: SchedulerStore, name: string) => `${arnPrefix}schedule-group/${name}`

export const checkName = (name: string) => {
  if (/^[0-9a-zA-Z-_.]{1,64}$/.test(name)) return
  throw invalid(`1 validation error detected: Value '${name}' at 'name' failed to satisfy constraint`)
}

/** Performs a change once for a client token: its repetition gets the first answer again. */
export const once = (store: SchedulerStore, call: Call, arn: string, change: () => object): object => {
  const { database, nowMs } = store
  const token = call.body.ClientToken ?? call.query.get('clientToken')
  return database.transaction(() => {
    if (typeof token !== 'string') return change()
    const purpose = `${call.method} ${arn}`
    const answered = database.findAnswer(token, purpose, nowMs())
    if (answered !== undefined) return JSON.parse(answered)
    const answer = change()
    database.deleteOldAnswers(nowMs())
    database.saveAnswer(token, purpose, JSON.stringify(answer), nowMs() + tokenMs)
    return answer
  })
}
