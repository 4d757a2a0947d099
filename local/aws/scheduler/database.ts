import type { DatabaseSync } from 'node:sqlite'
import { lifecycleOf, openSqlite } from '../sqlite.ts'
import type { Definition } from './definition.ts'

export interface ScheduleKey {
  groupName: string
  name: string
}

export interface Schedule extends ScheduleKey {
  definition: Definition
  createdMs: number
  /** The next scheduled time, or null if none remains. */
  nextMs: number | null
}

/** A fired schedule whose target has not confirmed the delivery. */
export interface Delivery extends ScheduleKey {
  id: string
  definition: Definition
  scheduledMs: number
}

interface ListRequest {
  groupName: string
  prefix: string
  after: string
  limit: number
}

export type SchedulerDatabase = ReturnType<typeof openDatabase>

const schema = `
  CREATE TABLE IF NOT EXISTS groups (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS schedules (
    groupName TEXT, name TEXT, definition TEXT, createdMs INTEGER, nextMs INTEGER, PRIMARY KEY (groupName, name)
  );
  CREATE INDEX IF NOT EXISTS schedulesByTime ON schedules (nextMs) WHERE nextMs IS NOT NULL;
  CREATE TABLE IF NOT EXISTS deliveries (
    id TEXT PRIMARY KEY, groupName TEXT, name TEXT, definition TEXT, scheduledMs INTEGER
  );
`

/** Opens the database of schedules. Every call is synchronous, so calls between two awaits are atomic. */
export const openDatabase = (path: string) => {
  const sqlite = openSqlite(path, schema)
  return {
    ...groupQueries(sqlite),
    ...scheduleQueries(sqlite),
    ...deliveryQueries(sqlite),
    ...lifecycleOf(sqlite),
  }
}

type Row = Record<string, unknown>

const decode = <T>(row: Row): T => ({ ...row, definition: JSON.parse(String(row.definition)) }) as T

const groupQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT 1 FROM groups WHERE name = ?')
  const insert = sqlite.prepare('INSERT INTO groups (name) VALUES (?)')
  return {
    hasGroup: (name: string) => find.get(name) !== undefined,
    insertGroup: (name: string) => insert.run(name),
  }
}

const scheduleQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT 1 FROM schedules WHERE groupName = ? AND name = ?')
  const list = sqlite.prepare(
    'SELECT * FROM schedules WHERE groupName = ?1 AND name > ?2 AND substr(name, 1, length(?3)) = ?3 ORDER BY name LIMIT ?4',
  )
  const save = sqlite.prepare(
    'INSERT OR REPLACE INTO schedules (groupName, name, definition, createdMs, nextMs) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = sqlite.prepare('DELETE FROM schedules WHERE groupName = ? AND name = ?')
  const due = sqlite.prepare('SELECT * FROM schedules WHERE nextMs <= ? ORDER BY nextMs LIMIT 100')
  const ahead = sqlite.prepare('SELECT * FROM schedules WHERE nextMs > ?')
  const first = sqlite.prepare('SELECT MIN(nextMs) AS nextMs FROM schedules WHERE nextMs IS NOT NULL')
  return {
    hasSchedule: ({ groupName, name }: ScheduleKey) => find.get(groupName, name) !== undefined,
    /** Lists schedules by name, starting after the name `after`. */
    listSchedules: ({ groupName, prefix, after, limit }: ListRequest) =>
      list.all(groupName, after, prefix, limit).map((row) => decode<Schedule>(row)),
    saveSchedule: ({ groupName, name, definition, createdMs, nextMs }: Schedule) => {
      save.run(groupName, name, JSON.stringify(definition), createdMs, nextMs)
    },
    deleteSchedule: ({ groupName, name }: ScheduleKey) => remove.run(groupName, name),
    /** Returns the earliest due schedules. */
    listDue: (nowMs: number) => due.all(nowMs).map((row) => decode<Schedule>(row)),
    /** Returns the schedules that are not due yet. */
    listAhead: (nowMs: number) => ahead.all(nowMs).map((row) => decode<Schedule>(row)),
    firstNextMs: () => (first.get()?.nextMs ?? undefined) as number | undefined,
  }
}

const deliveryQueries = (sqlite: DatabaseSync) => {
  const list = sqlite.prepare('SELECT * FROM deliveries')
  const insert = sqlite.prepare('INSERT INTO deliveries VALUES (?, ?, ?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM deliveries WHERE id = ?')
  return {
    listDeliveries: () => list.all().map((row) => decode<Delivery>(row)),
    insertDelivery: ({ id, groupName, name, definition, scheduledMs }: Delivery) => {
      insert.run(id, groupName, name, JSON.stringify(definition), scheduledMs)
    },
    deleteDelivery: (id: string) => remove.run(id),
  }
}
