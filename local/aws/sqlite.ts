import { DatabaseSync } from 'node:sqlite'

/** With a write-ahead log, NORMAL survives kill -9. A power failure may lose the last writes, but the database stays consistent. */
const durability = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;'

/** Opens a service's database and creates the tables and indexes that do not exist. */
export const openSqlite = (path: string, schema: string): DatabaseSync => {
  const sqlite = new DatabaseSync(path)
  sqlite.exec(durability)
  sqlite.exec(schema)
  return sqlite
}

/** Returns the functions that every service's database has in addition to its queries. */
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
