import { DatabaseSync } from 'node:sqlite'

/** NORMAL with a write-ahead log survives kill -9; a power cut may lose the last writes, never the consistency. */
const durability = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;'

/** Opens a service's database and makes what its schema names, where it is not there yet. */
export const openSqlite = (path: string, schema: string): DatabaseSync => {
  const sqlite = new DatabaseSync(path)
  sqlite.exec(durability)
  sqlite.exec(schema)
  return sqlite
}

/** What the database of every service provides in addition to its queries. */
export const lifecycleOf = (sqlite: DatabaseSync) => ({
  transaction: <T>(work: () => T): T => {
    sqlite.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      sqlite.exec('COMMIT')
      return result
    } catch (error) {
      sqlite.exec('ROLLBACK')
      throw error
    }
  },
  close: () => sqlite.close(),
})
