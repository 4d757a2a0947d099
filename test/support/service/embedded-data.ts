import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Definition } from '../../../local/aws/scheduler/definition.ts'

/*
 * What the embedded cloud has stored, read from its files: for what the service itself never asks for.
 */

const query = (dataDir: string, file: string, sql: string, ...values: string[]) => {
  const sqlite = new DatabaseSync(join(dataDir, file), { readOnly: true })
  try {
    return sqlite.prepare(sql).all(...values)
  } finally {
    sqlite.close()
  }
}

/** Returns the keys of all objects of a bucket that begin with a prefix. */
export const objectKeys = (dataDir: string, bucket: string, prefix: string): string[] =>
  query(dataDir, 's3/s3.db', 'SELECT key FROM objects WHERE bucket = ? ORDER BY key', bucket)
    .map(({ key }) => String(key))
    .filter((key) => key.startsWith(prefix))

/** Returns the definitions of the schedules whose names begin with a prefix, as they were created. */
export const scheduleDefinitions = (dataDir: string, prefix: string): (Definition & { Name: string })[] =>
  query(dataDir, 'scheduler/scheduler.db', 'SELECT name, definition FROM schedules ORDER BY name').flatMap(
    ({ name, definition }) =>
      String(name).startsWith(prefix) ? [{ Name: name, ...JSON.parse(String(definition)) }] : [],
  )
