import { join } from 'node:path'
import type { AwsServiceContext } from '../service.ts'
import { type Blobs, openBlobs } from './blobs.ts'
import { type Bucket, openDatabase, type S3Database, type StoredObject } from './database.ts'
import { missingObject, S3Error } from './errors.ts'

export interface Caller {
  /** Whether its role may list the buckets. No role of a stage may. */
  canList: boolean
}

export interface S3Store {
  database: S3Database
  blobs: Blobs
  nowMs: () => number
  caller: Caller
}

export const openStore = ({ dataDir, nowMs, reportFault }: AwsServiceContext, caller: Caller): S3Store => {
  const database = openDatabase(join(dataDir, 's3.db'))
  const blobs = openBlobs(join(dataDir, 'blobs'), database.blobsInUse(), reportFault)
  return { database, blobs, nowMs, caller }
}

export const requireBucket = ({ database }: S3Store, name: string): Bucket => {
  const bucket = database.findBucket(name)
  if (bucket) return bucket
  throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist', { BucketName: name })
}

export const requireObject = ({ database, caller }: S3Store, bucket: string, key: string): StoredObject => {
  const object = database.findObject(bucket, key)
  if (object) return object
  throw missingObject(caller.canList)
}

/** Makes a received blob the body of the object by changing one row. */
export const commitObject = ({ database, blobs }: S3Store, object: StoredObject) => {
  try {
    const replaced = database.transaction(() => {
      const current = database.findObject(object.bucket, object.key)
      database.saveObject(object)
      return current
    })
    if (replaced) blobs.remove([replaced.blob])
  } catch (error) {
    blobs.remove([object.blob])
    throw error
  }
}

/** Deletes objects of one bucket in one transaction. Ignores unknown keys. */
export const deleteObjects = ({ database, blobs }: S3Store, bucket: string, keys: readonly string[]) => {
  const unused = database.transaction(() => keys.map((key) => database.deleteObject(bucket, key)))
  blobs.remove(unused.filter((blob) => blob !== undefined))
}

/**
 * Runs `read` with the current object. If an overwrite removes its blob before `read` opens it, runs `read` again with the row that
 * replaced it.
 */
export const withCurrentObject = async <T>(
  store: S3Store,
  bucket: string,
  key: string,
  read: (object: StoredObject) => Promise<T>,
): Promise<T> => {
  for (;;) {
    const object = requireObject(store, bucket, key)
    try {
      return await read(object)
    } catch (error) {
      const isBlobRemoved = (error as NodeJS.ErrnoException).code === 'ENOENT'
      const isReplaced = store.database.findObject(bucket, key)?.blob !== object.blob
      if (!isBlobRemoved || !isReplaced) throw error
    }
  }
}
