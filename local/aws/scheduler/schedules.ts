import { defaultGroup, type Schedule, type ScheduleKey } from './database.ts'
import { type Body, readDefinition } from './definition.ts'
import { conflict, notFound } from './errors.ts'
import { requireGroup } from './groups.ts'
import { pageOf } from './page.ts'
import { type Call, checkName, once, type SchedulerStore, scheduleArn } from './store.ts'

export const createSchedule = (store: SchedulerStore, call: Call) => {
  const key = keyOf(call)
  const arn = scheduleArn(store, key)
  checkName(key.name)
  return once(store, call, arn, () => {
    requireGroup(store, key.groupName)
    if (store.database.findSchedule(key)) throw conflict(`Schedule ${key.name} already exists.`)
    save(store, key, call.body)
    return { ScheduleArn: arn }
  })
}

/** Replaces the whole definition, as AWS does: what is not given falls back to its default. */
export const updateSchedule = (store: SchedulerStore, call: Call) => {
  const key = keyOf(call)
  const arn = scheduleArn(store, key)
  return once(store, call, arn, () => {
    const { createdMs } = requireSchedule(store, key)
    save(store, key, call.body, createdMs)
    return { ScheduleArn: arn }
  })
}

const save = ({ runner, nowMs }: SchedulerStore, key: ScheduleKey, body: Body, createdMs = nowMs()) => {
  const now = nowMs()
  runner.plan({ ...key, definition: readDefinition(body), createdMs, modifiedMs: now, anchorMs: now })
}

export const deleteSchedule = (store: SchedulerStore, call: Call) => {
  const key = keyOf(call)
  return once(store, call, scheduleArn(store, key), () => {
    requireSchedule(store, key)
    store.database.deleteSchedule(key)
    return {}
  })
}

export const getSchedule = (store: SchedulerStore, call: Call) => {
  const schedule = requireSchedule(store, keyOf(call))
  return { ...identify(store, schedule), ...schedule.definition }
}

export const listSchedules = (store: SchedulerStore, { query }: Call) => {
  const group = query.get('ScheduleGroup')
  const state = query.get('State')
  const prefix = query.get('NamePrefix') ?? ''
  const matching = store.database
    .listSchedules()
    .filter(({ groupName, name }) => name.startsWith(prefix) && (group === null || groupName === group))
    .filter(({ definition }) => state === null || definition.State === state)
  // NUL sorts before every letter of a name, so that keys sort as the list does.
  const { page, token } = pageOf(matching, ({ groupName, name }) => `${groupName}\0${name}`, query)
  const Schedules = page.map((schedule) => ({
    ...identify(store, schedule),
    State: schedule.definition.State,
    Target: { Arn: schedule.definition.Target.Arn },
  }))
  return { Schedules, ...token }
}

/** The group is in the body of a change and in the query of the rest. */
const keyOf = ({ name = '', body, query }: Call): ScheduleKey => ({
  groupName: String(body.GroupName ?? query.get('groupName') ?? defaultGroup),
  name,
})

const requireSchedule = ({ database }: SchedulerStore, key: ScheduleKey): Schedule => {
  const schedule = database.findSchedule(key)
  if (!schedule) throw notFound(`Schedule ${key.name}`)
  return schedule
}

const identify = (store: SchedulerStore, schedule: Schedule) => ({
  Arn: scheduleArn(store, schedule),
  GroupName: schedule.groupName,
  Name: schedule.name,
  CreationDate: schedule.createdMs / 1000,
  LastModificationDate: schedule.modifiedMs / 1000,
})
