import type { DatabaseSync } from 'node:sqlite'
import { lifecycleOf, openSqlite } from '../sqlite.ts'
import type { Checksums } from './checksums.ts'

export interface ObjectMetadata {
  /** The stored standard headers, such as `content-type`. */
  headers: Record<string, string>
  /** `x-amz-meta-*`, without the prefix. */
  user: Record<string, string>
  checksums?: Checksums
}

export interface StoredObject {
  bucket: string
  key: string
  blob: string
  size: number
  /** Quoted. */
  etag: string
  modifiedMs: number
  metadata: ObjectMetadata
}

export interface Bucket {
  name: string
  createdMs: number
  /** The lifecycle document as received. */
  configuration: { lifecycle?: string }
}

export type S3Database = ReturnType<typeof openDatabase>

const schema = `
  CREATE TABLE IF NOT EXISTS buckets (
    name TEXT PRIMARY KEY, createdMs INTEGER, configuration TEXT
  );
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT, key TEXT, blob TEXT, size INTEGER, etag TEXT, modifiedMs INTEGER, metadata TEXT,
    PRIMARY KEY (bucket, key)
  ) WITHOUT ROWID;
`

/** Opens the database of buckets and objects. Every call is synchronous, so calls between two awaits are atomic. */
export const openDatabase = (path: string) => {
  const sqlite = openSqlite(path, schema)
  return {
    ...bucketQueries(sqlite),
    ...objectQueries(sqlite),
    blobsInUse: () => {
      const rows = sqlite.prepare('SELECT blob FROM objects').all()
      return new Set(rows.map((row) => String(row.blob)))
    },
    ...lifecycleOf(sqlite),
  }
}

type Row = Record<string, unknown>

/** Parses the JSON column of a row. */
const decode = <T>(row: Row | undefined, column: 'metadata' | 'configuration') =>
  row && ({ ...row, [column]: JSON.parse(String(row[column])) } as T)

const bucketQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM buckets WHERE name = ?')
  const list = sqlite.prepare('SELECT * FROM buckets ORDER BY name')
  const insert = sqlite.prepare("INSERT INTO buckets VALUES (?, ?, '{}')")
  const configure = sqlite.prepare('UPDATE buckets SET configuration = ? WHERE name = ?')
  return {
    findBucket: (name: string) => decode<Bucket>(find.get(name), 'configuration'),
    listBuckets: () => list.all().map((row) => decode<Bucket>(row, 'configuration') as Bucket),
    insertBucket: (name: string, createdMs: number) => insert.run(name, createdMs),
    saveConfiguration: ({ name, configuration }: Bucket) =>
      configure.run(JSON.stringify(configuration), name),
  }
}

const objectQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?')
  const save = sqlite.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM objects WHERE bucket = ? AND key = ? RETURNING blob')
  const older = sqlite.prepare('SELECT key FROM objects WHERE bucket = ? AND modifiedMs < ?')
  return {
    findObject: (bucket: string, key: string) => decode<StoredObject>(find.get(bucket, key), 'metadata'),
    saveObject: (object: StoredObject) => {
      const { bucket, key, blob, size, etag, modifiedMs, metadata } = object
      save.run(bucket, key, blob, size, etag, modifiedMs, JSON.stringify(metadata))
    },
    /** Deletes an object and returns its blob, which is then unused. */
    deleteObject: (bucket: string, key: string) => remove.get(bucket, key)?.blob as string | undefined,
    listKeysOlderThan: (bucket: string, timeMs: number) =>
      older.all(bucket, timeMs).map((row) => String(row.key)),
  }
}
