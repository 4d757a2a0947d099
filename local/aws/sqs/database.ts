import type { DatabaseSync } from 'node:sqlite'
import { lifecycleOf, openSqlite } from '../sqlite.ts'
import { messageQueries } from './message-queries.ts'

export interface Queue {
  name: string
  attributes: Record<string, string>
}

export type SqsDatabase = ReturnType<typeof openDatabase>

const schema = `
  CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, attributes TEXT);
  CREATE TABLE IF NOT EXISTS messages (
    position INTEGER PRIMARY KEY, queue TEXT, id TEXT, body TEXT, sentMs INTEGER, visibleMs INTEGER,
    receives INTEGER DEFAULT 0, firstReceivedMs INTEGER, receipt TEXT, sourceArn TEXT, groupId TEXT, traceHeader TEXT
  );
  CREATE INDEX IF NOT EXISTS messagesByVisibility ON messages (queue, visibleMs, position);
  CREATE INDEX IF NOT EXISTS messagesByAge ON messages (queue, sentMs);
  CREATE INDEX IF NOT EXISTS messagesByReceipt ON messages (receipt) WHERE receipt IS NOT NULL;
`

/** Opens the database of queues and messages. Every call is synchronous, so calls between two awaits are atomic. */
export const openDatabase = (path: string) => {
  const sqlite = openSqlite(path, schema)
  addColumns(sqlite)
  return {
    ...queueQueries(sqlite),
    ...messageQueries(sqlite),
    ...lifecycleOf(sqlite),
  }
}

/** Databases of earlier versions have no groups and no trace headers. */
const addColumns = (sqlite: DatabaseSync) => {
  const columns = sqlite.prepare('PRAGMA table_info(messages)').all()
  for (const column of ['groupId', 'traceHeader'])
    if (!columns.some(({ name }) => name === column))
      sqlite.exec(`ALTER TABLE messages ADD COLUMN ${column} TEXT`)
}

const queueQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT name, attributes FROM queues WHERE name = ?')
  const insert = sqlite.prepare('INSERT INTO queues (name, attributes) VALUES (?, ?)')
  const update = sqlite.prepare('UPDATE queues SET attributes = ? WHERE name = ?')
  return {
    updateQueue: ({ name, attributes }: Queue) => update.run(JSON.stringify(attributes), name),
    findQueue: (name: string): Queue | undefined => {
      const row = find.get(name)
      return row && { name, attributes: JSON.parse(String(row.attributes)) }
    },
    insertQueue: ({ name, attributes }: Queue) => {
      insert.run(name, JSON.stringify(attributes))
    },
  }
}
