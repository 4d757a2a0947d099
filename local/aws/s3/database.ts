import type { DatabaseSync } from 'node:sqlite'
import { lifecycleOf, openSqlite } from '../sqlite.ts'
import type { Checksums } from './checksums.ts'

export interface ObjectMetadata {
  /** `content-type` and the like. */
  headers: Record<string, string>
  /** `x-amz-meta-*`, without the prefix. */
  user: Record<string, string>
  tags?: [key: string, value: string][]
  encryption?: string
  checksums?: Checksums
  partCount?: number
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

export type ObjectSummary = Omit<StoredObject, 'metadata' | 'blob' | 'bucket'>

export interface Bucket {
  name: string
  createdMs: number
  /** Configuration documents by subresource, as they were put. */
  configuration: Record<string, string>
}

export interface Upload {
  id: string
  bucket: string
  key: string
  metadata: ObjectMetadata
  createdMs: number
}

export interface Part {
  upload: string
  number: number
  blob: string
  size: number
  etag: string
  modifiedMs: number
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
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT, key TEXT, metadata TEXT, createdMs INTEGER
  );
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT, number INTEGER, blob TEXT, size INTEGER, etag TEXT, modifiedMs INTEGER,
    PRIMARY KEY (upload, number)
  ) WITHOUT ROWID;
`

/** What S3 knows about its objects. Every call is synchronous, so calls between two awaits are one step. */
export const openDatabase = (path: string) => {
  const sqlite = openSqlite(path, schema)
  return {
    ...bucketQueries(sqlite),
    ...objectQueries(sqlite),
    ...uploadQueries(sqlite),
    blobsInUse: () => {
      const rows = sqlite.prepare('SELECT blob FROM objects UNION SELECT blob FROM parts').all()
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
  const remove = sqlite.prepare('DELETE FROM buckets WHERE name = ?')
  return {
    findBucket: (name: string) => decode<Bucket>(find.get(name), 'configuration'),
    listBuckets: () => list.all().map((row) => decode<Bucket>(row, 'configuration') as Bucket),
    insertBucket: (name: string, createdMs: number) => insert.run(name, createdMs),
    saveConfiguration: ({ name, configuration }: Bucket) =>
      configure.run(JSON.stringify(configuration), name),
    deleteBucket: (name: string) => remove.run(name),
  }
}

const objectQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?')
  const save = sqlite.prepare('INSERT OR REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM objects WHERE bucket = ? AND key = ? RETURNING blob')
  const any = sqlite.prepare('SELECT 1 FROM objects WHERE bucket = ? LIMIT 1')
  // SQLite compares text by its UTF-8 bytes, which is the order S3 lists in.
  const next = sqlite.prepare(
    'SELECT key, size, etag, modifiedMs FROM objects WHERE bucket = ? AND key > ? AND key >= ? ORDER BY key LIMIT 1',
  )
  const older = sqlite.prepare('SELECT * FROM objects WHERE bucket = ? AND modifiedMs < ?')
  return {
    findObject: (bucket: string, key: string) => decode<StoredObject>(find.get(bucket, key), 'metadata'),
    saveObject: (object: StoredObject) => {
      const { bucket, key, blob, size, etag, modifiedMs, metadata } = object
      save.run(bucket, key, blob, size, etag, modifiedMs, JSON.stringify(metadata))
    },
    /** Returns the blob that nothing refers to any more. */
    deleteObject: (bucket: string, key: string) => remove.get(bucket, key)?.blob as string | undefined,
    hasObjects: (bucket: string) => any.get(bucket) !== undefined,
    /** The first key after `after` that is not before `from`, in byte order. */
    findObjectAfter: (bucket: string, after: string, from: string) =>
      next.get(bucket, after, from) as ObjectSummary | undefined,
    listObjectsOlderThan: (bucket: string, timeMs: number) =>
      older.all(bucket, timeMs).map((row) => decode<StoredObject>(row, 'metadata') as StoredObject),
  }
}

const uploadQueries = (sqlite: DatabaseSync) => {
  const find = sqlite.prepare('SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?')
  const list = sqlite.prepare('SELECT * FROM uploads WHERE bucket = ? ORDER BY key, createdMs')
  const insert = sqlite.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, ?)')
  const remove = sqlite.prepare('DELETE FROM uploads WHERE id = ?')
  const findPart = sqlite.prepare('SELECT * FROM parts WHERE upload = ? AND number = ?')
  const listParts = sqlite.prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number')
  const savePart = sqlite.prepare('INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?)')
  const removeParts = sqlite.prepare('DELETE FROM parts WHERE upload = ? RETURNING blob')
  return {
    findUpload: (id: string, bucket: string, key: string) =>
      decode<Upload>(find.get(id, bucket, key), 'metadata'),
    listUploads: (bucket: string) => list.all(bucket).map((row) => decode<Upload>(row, 'metadata') as Upload),
    insertUpload: ({ id, bucket, key, metadata, createdMs }: Upload) =>
      insert.run(id, bucket, key, JSON.stringify(metadata), createdMs),
    /** Forgets the upload and its parts; returns the blobs that nothing refers to any more. */
    deleteUpload: (id: string) => {
      remove.run(id)
      return removeParts.all(id).map((row) => String(row.blob))
    },
    findPart: (upload: string, number: number) => findPart.get(upload, number) as Part | undefined,
    listParts: (upload: string) => listParts.all(upload) as unknown as Part[],
    savePart: ({ upload, number, blob, size, etag, modifiedMs }: Part) => {
      savePart.run(upload, number, blob, size, etag, modifiedMs)
    },
  }
}
