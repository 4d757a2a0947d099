import type { DatabaseSync } from 'node:sqlite'
import { lifecycleOf, openSqlite } from '../sqlite.ts'
import type { Definition } from './definition.ts'

export interface Tag {
  Key: string
  Value: string
}

export interface Group {
  name: string
  tags: Tag[]
  createdMs: number
  modifiedMs: number
}

export interface ScheduleKey {
  groupName: string
  name: string
}

export interface Schedule extends ScheduleKey {
  definition: Definition
  createdMs: number
  modifiedMs: number
  /** Where the intervals of a rate begin. */
  anchorMs: number
  /** The next scheduled time, or null when there is none. */
  nextMs: number | null
  /** When that one fires: later by its part of the flexible window. */
  fireMs: number | null
}

/** A fired schedule whose target has not confirmed yet. */
export interface Delivery extends ScheduleKey {
  id: string
  definition: Definition
  scheduledMs: number
}

export type SchedulerDatabase = ReturnType<typeof openDatabase>

export const defaultGroup = 'default'

const schema = `
  CREATE TABLE IF NOT EXISTS groups (
    name TEXT PRIMARY KEY, tags TEXT, createdMs INTEGER, modifiedMs INTEGER
  );
  CREATE TABLE IF NOT EXISTS schedules (
    groupName TEXT, name TEXT, definition TEXT, createdMs INTEGER, modifiedMs INTEGER, anchorMs INTEGER,
    nextMs INTEGER, fireMs INTEGER, PRIMARY KEY (groupName, name)
  );
  CREATE INDEX IF NOT EXISTS schedulesByTime ON schedules (fireMs) WHERE fireMs IS NOT NULL;
  CREATE TABLE IF NOT EXISTS deliveries (
    id TEXT PRIMARY KEY, groupName TEXT, name TEXT, definition TEXT, scheduledMs INTEGER
  );
  CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, purpose TEXT, answer TEXT, untilMs INTEGER);
`

/** Every call is synchronous, so calls between two awaits are one step. */
export const openDatabase = (path: string, nowMs: number) => {
  const sqlite = openSqlite(path, schema)
  const insertGroup = sqlite.prepare('INSERT OR IGNORE INTO groups VALUES (?, ?, ?, ?)')
  insertGroup.run(defaultGroup, '[]', nowMs, nowMs)
  return {
    ...groupQueries(sqlite),
    ...scheduleQueries(sqlite),
    ...deliveryQueries(sqlite),
    ...tokenQueries(sqlite),
    ...lifecycleOf(sqlite),
  }
}

type Row = Record<string, unknown>

/** Parses the JSON column of a row. */
const decode = <T>(row: Row | undefined, column: 'tags' | 'definition') =>
  row && ({ ...row, [column]: JSON.parse(String(row[column])) } as T)

const groupQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM groups WHERE name = ?')
  const list = sqlite.prepare('SELECT * FROM groups ORDER BY name')
  const save = sqlite.prepare('INSERT OR REPLACE INTO groups VALUES (?, ?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM groups WHERE name = ?')
  const removeSchedules = sqlite.prepare('DELETE FROM schedules WHERE groupName = ?')
  return {
    findGroup: (name: string) => decode<Group>(find.get(name), 'tags'),
    listGroups: () => list.all().map((row) => decode<Group>(row, 'tags') as Group),
    saveGroup: ({ name, tags, createdMs, modifiedMs }: Group) => {
      save.run(name, JSON.stringify(tags), createdMs, modifiedMs)
    },
    /** With its schedules. */
    deleteGroup: (name: string) => {
      removeSchedules.run(name)
      remove.run(name)
    },
  }
}

const scheduleQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM schedules WHERE groupName = ? AND name = ?')
  const list = sqlite.prepare('SELECT * FROM schedules ORDER BY groupName, name')
  const save = sqlite.prepare('INSERT OR REPLACE INTO schedules VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM schedules WHERE groupName = ? AND name = ?')
  const due = sqlite.prepare('SELECT * FROM schedules WHERE fireMs <= ? ORDER BY fireMs LIMIT 100')
  const first = sqlite.prepare('SELECT MIN(fireMs) AS fireMs FROM schedules WHERE fireMs IS NOT NULL')
  const decodeAll = (rows: Row[]) => rows.map((row) => decode<Schedule>(row, 'definition') as Schedule)
  return {
    findSchedule: ({ groupName, name }: ScheduleKey) =>
      decode<Schedule>(find.get(groupName, name), 'definition'),
    listSchedules: () => decodeAll(list.all()),
    saveSchedule: (schedule: Schedule) => {
      const { groupName, name, createdMs, modifiedMs, anchorMs, nextMs, fireMs } = schedule
      const definition = JSON.stringify(schedule.definition)
      save.run(groupName, name, definition, createdMs, modifiedMs, anchorMs, nextMs, fireMs)
    },
    deleteSchedule: ({ groupName, name }: ScheduleKey) => remove.run(groupName, name),
    /** The earliest of those whose time has come. */
    listDue: (nowMs: number) => decodeAll(due.all(nowMs)),
    firstFireMs: () => (first.get()?.fireMs ?? undefined) as number | undefined,
  }
}

const deliveryQueries = (sqlite: DatabaseSync) => {
  const list = sqlite.prepare('SELECT * FROM deliveries')
  const insert = sqlite.prepare('INSERT INTO deliveries VALUES (?, ?, ?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM deliveries WHERE id = ?')
  return {
    listDeliveries: () => list.all().map((row) => decode<Delivery>(row, 'definition') as Delivery),
    insertDelivery: ({ id, groupName, name, definition, scheduledMs }: Delivery) => {
      insert.run(id, groupName, name, JSON.stringify(definition), scheduledMs)
    },
    deleteDelivery: (id: string) => remove.run(id),
  }
}

const tokenQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT answer FROM tokens WHERE token = ? AND purpose = ? AND untilMs > ?')
  const save = sqlite.prepare('INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?)')
  const removeOld = sqlite.prepare('DELETE FROM tokens WHERE untilMs <= ?')
  return {
    /** What was answered to the same request before. */
    findAnswer: (token: string, purpose: string, nowMs: number) =>
      find.get(token, purpose, nowMs)?.answer as string | undefined,
    saveAnswer: (token: string, purpose: string, answer: string, untilMs: number) =>
      save.run(token, purpose, answer, untilMs),
    deleteOldAnswers: (nowMs: number) => removeOld.run(nowMs),
  }
}
