import { defaultGroup, type Group, type Tag } from './database.ts'
import { conflict, invalid, notFound } from './errors.ts'
import { pageOf } from './page.ts'
import { type Call, checkName, groupArn, once, type SchedulerStore } from './store.ts'

export const createGroup = (store: SchedulerStore, call: Call) => {
  const { name = '', body } = call
  const arn = groupArn(store, name)
  checkName(name)
  return once(store, call, arn, () => {
    if (store.database.findGroup(name)) throw conflict(`Schedule group ${name} already exists.`)
    const now = store.nowMs()
    store.database.saveGroup({ name, tags: readTags(body.Tags), createdMs: now, modifiedMs: now })
    return { ScheduleGroupArn: arn }
  })
}

export const deleteGroup = (store: SchedulerStore, call: Call) => {
  const { name = '' } = call
  if (name === defaultGroup) throw invalid('The default schedule group cannot be deleted.')
  return once(store, call, groupArn(store, name), () => {
    requireGroup(store, name)
    store.database.deleteGroup(name)
    return {}
  })
}

export const getGroup = (store: SchedulerStore, { name = '' }: Call) =>
  describe(store, requireGroup(store, name))

export const listGroups = (store: SchedulerStore, { query }: Call) => {
  const prefix = query.get('NamePrefix') ?? ''
  const matching = store.database.listGroups().filter(({ name }) => name.startsWith(prefix))
  const { page, token } = pageOf(matching, ({ name }) => name, query)
  return { ScheduleGroups: page.map((group) => describe(store, group)), ...token }
}

export const listTags = (store: SchedulerStore, call: Call) => ({ Tags: groupOfArn(store, call).tags })

export const addTags = (store: SchedulerStore, call: Call) => {
  const added = readTags(call.body.Tags)
  return changeTags(store, call, (tags) => [
    ...without(
      tags,
      added.map(({ Key }) => Key),
    ),
    ...added,
  ])
}

export const removeTags = (store: SchedulerStore, call: Call) =>
  changeTags(store, call, (tags) => without(tags, call.query.getAll('TagKeys')))

const without = (tags: Tag[], keys: string[]) => tags.filter(({ Key }) => !keys.includes(Key))

const changeTags = (store: SchedulerStore, call: Call, change: (tags: Tag[]) => Tag[]) => {
  const group = groupOfArn(store, call)
  store.database.saveGroup({ ...group, tags: change(group.tags), modifiedMs: store.nowMs() })
  return {}
}

const readTags = (value: unknown): Tag[] => (Array.isArray(value) ? value : [])

/** Only groups can have tags. */
const groupOfArn = (store: SchedulerStore, { name: arn = '' }: Call): Group => {
  const prefix = groupArn(store, '')
  if (!arn.startsWith(prefix)) throw notFound(`The schedule group ${arn}`)
  return requireGroup(store, arn.slice(prefix.length))
}

export const requireGroup = ({ database }: SchedulerStore, name: string): Group => {
  const group = database.findGroup(name)
  if (!group) throw notFound(`Schedule group ${name}`)
  return group
}

const describe = (store: SchedulerStore, group: Group) => ({
  Arn: groupArn(store, group.name),
  Name: group.name,
  State: 'ACTIVE',
  CreationDate: group.createdMs / 1000,
  LastModificationDate: group.modifiedMs / 1000,
})
