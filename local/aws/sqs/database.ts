import type { DatabaseSync } from 'node:sqlite'
import { lifecycleOf, openSqlite } from '../sqlite.ts'
import { messageQueries } from './message-queries.ts'

export interface Queue {
  name: string
  attributes: Record<string, string>
  tags: Record<string, string>
  createdSeconds: number
  modifiedSeconds: number
}

export type SqsDatabase = ReturnType<typeof openDatabase>

const schema = `
  CREATE TABLE IF NOT EXISTS queues (
    name TEXT PRIMARY KEY, attributes TEXT, tags TEXT, createdSeconds INTEGER, modifiedSeconds INTEGER,
    sequence INTEGER DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS messages (
    position INTEGER PRIMARY KEY, queue TEXT, id TEXT, body TEXT, attributes TEXT, systemAttributes TEXT,
    sentMs INTEGER, visibleMs INTEGER, receives INTEGER DEFAULT 0, firstReceivedMs INTEGER, receipt TEXT,
    groupId TEXT, deduplicationId TEXT, sequenceNumber TEXT, sourceArn TEXT
  );
  CREATE INDEX IF NOT EXISTS messagesByVisibility ON messages (queue, visibleMs, position);
  CREATE INDEX IF NOT EXISTS messagesByAge ON messages (queue, sentMs);
  CREATE INDEX IF NOT EXISTS messagesByGroup ON messages (queue, groupId, visibleMs) WHERE groupId IS NOT NULL;
  CREATE INDEX IF NOT EXISTS messagesByReceipt ON messages (receipt) WHERE receipt IS NOT NULL;
  CREATE TABLE IF NOT EXISTS deduplications (
    queue TEXT, id TEXT, untilMs INTEGER, messageId TEXT, sequenceNumber TEXT, PRIMARY KEY (queue, id)
  ) WITHOUT ROWID;
`

/** Queues and messages. Every call is synchronous, so calls between two awaits are one step. */
export const openDatabase = (path: string) => {
  const sqlite = openSqlite(path, schema)
  return {
    ...queueQueries(sqlite),
    ...messageQueries(sqlite),
    ...deduplicationQueries(sqlite),
    ...lifecycleOf(sqlite),
  }
}

const queueQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM queues WHERE name = ?')
  const list = sqlite.prepare('SELECT * FROM queues ORDER BY name')
  const insert = sqlite.prepare(
    'INSERT INTO queues (name, attributes, tags, createdSeconds, modifiedSeconds) VALUES (?, ?, ?, ?, ?)',
  )
  const update = sqlite.prepare(
    'UPDATE queues SET attributes = ?, tags = ?, modifiedSeconds = ? WHERE name = ?',
  )
  const remove = sqlite.prepare('DELETE FROM queues WHERE name = ?')
  const count = sqlite.prepare('UPDATE queues SET sequence = sequence + 1 WHERE name = ? RETURNING sequence')
  return {
    findQueue: (name: string) => toQueue(find.get(name)),
    listQueues: () => list.all().map((row) => toQueue(row) as Queue),
    insertQueue: ({ name, attributes, tags, createdSeconds, modifiedSeconds }: Queue) => {
      insert.run(name, JSON.stringify(attributes), JSON.stringify(tags), createdSeconds, modifiedSeconds)
    },
    saveQueue: ({ name, attributes, tags, modifiedSeconds }: Queue) => {
      update.run(JSON.stringify(attributes), JSON.stringify(tags), modifiedSeconds, name)
    },
    deleteQueue: (name: string) => remove.run(name),
    /** Counts up for every message of a FIFO queue. */
    nextSequence: (name: string) => Number(count.get(name)?.sequence),
  }
}

const toQueue = (row: Record<string, unknown> | undefined) =>
  row &&
  ({ ...row, attributes: JSON.parse(String(row.attributes)), tags: JSON.parse(String(row.tags)) } as Queue)

const deduplicationQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM deduplications WHERE queue = ? AND id = ? AND untilMs > ?')
  const save = sqlite.prepare('INSERT OR REPLACE INTO deduplications VALUES (?, ?, ?, ?, ?)')
  const removeOld = sqlite.prepare('DELETE FROM deduplications WHERE untilMs <= ?')
  const removeAll = sqlite.prepare('DELETE FROM deduplications WHERE queue = ?')
  return {
    findDeduplication: (queue: string, id: string, nowMs: number) =>
      find.get(queue, id, nowMs) as { messageId: string; sequenceNumber: string } | undefined,
    saveDeduplication: (
      queue: string,
      id: string,
      untilMs: number,
      message: { id: string; sequenceNumber: string },
    ) => {
      save.run(queue, id, untilMs, message.id, message.sequenceNumber)
    },
    deleteOldDeduplications: (nowMs: number) => removeOld.run(nowMs),
    deleteDeduplications: (queue: string) => removeAll.run(queue),
  }
}
