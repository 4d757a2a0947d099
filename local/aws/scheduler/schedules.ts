import type { ScheduleKey } from './database.ts'
import { readDefinition } from './definition.ts'
import { conflict, invalid, notFound } from './errors.ts'
import { type Call, checkName, type SchedulerStore, scheduleArn } from './store.ts'

const resultsMax = 100

export const createGroup = ({ database, arnPrefix }: SchedulerStore, { name = '' }: Call) => {
  checkName(name)
  if (database.hasGroup(name)) throw conflict(`Schedule group ${name} already exists.`)
  database.insertGroup(name)
  return { ScheduleGroupArn: `${arnPrefix}schedule-group/${name}` }
}

export const createSchedule = (store: SchedulerStore, call: Call) => {
  const key = keyOf(call)
  checkName(key.name)
  if (!store.database.hasGroup(key.groupName)) throw notFound(`Schedule group ${key.groupName}`)
  if (store.database.hasSchedule(key)) throw conflict(`Schedule ${key.name} already exists.`)
  store.runner.plan({ ...key, definition: readDefinition(call.body), createdMs: store.nowMs() })
  return { ScheduleArn: scheduleArn(store, key) }
}

export const deleteSchedule = ({ database }: SchedulerStore, call: Call) => {
  const key = keyOf(call)
  if (!database.hasSchedule(key)) throw notFound(`Schedule ${key.name}`)
  database.deleteSchedule(key)
  return {}
}

/**
 * Lists the schedules of one group by name. The token is the last name of the previous page, so changes between two pages neither
 * drop nor repeat other schedules.
 */
export const listSchedules = (store: SchedulerStore, { query }: Call) => {
  const groupName = query.get('ScheduleGroup') ?? ''
  const prefix = query.get('NamePrefix') ?? ''
  const size = Number(query.get('MaxResults') ?? resultsMax)
  if (!Number.isInteger(size) || size < 1 || size > resultsMax)
    throw invalid(`MaxResults must be between 1 and ${resultsMax}.`)
  const after = query.get('NextToken') ?? ''
  const found = store.database.listSchedules({ groupName, prefix, after, limit: size + 1 })
  const page = found.slice(0, size)
  const Schedules = page.map((schedule) => ({
    Arn: scheduleArn(store, schedule),
    GroupName: groupName,
    Name: schedule.name,
    State: schedule.definition.State,
    CreationDate: schedule.createdMs / 1000,
    Target: { Arn: schedule.definition.Target.Arn },
  }))
  return { Schedules, ...(found.length > size && { NextToken: page.at(-1)?.name }) }
}

/** Returns the schedule's key. CreateSchedule has its group in the body, DeleteSchedule in the query. */
const keyOf = ({ name = '', body, query }: Call): ScheduleKey => ({
  groupName: String(body.GroupName ?? query.get('groupName') ?? ''),
  name,
})
