import { type KeyPlaceholder, toKeyOf } from '../../schema/storage.ts'
import type { AccountStorage } from '../access/account-storage.ts'
import type { RequestRecord, Upload } from './request-record.ts'
import type { StoredResult } from './stored-result.ts'

/** Returns the URL of an object. A bucket of Amazon S3 is part of the host, unless a dot in its name would not fit the certificate. */
export const toObjectUrl = (
  { endpoint, region, bucket }: Pick<AccountStorage, 'endpoint' | 'region' | 'bucket'>,
  key: string,
): string => {
  const path = key.split('/').map(encodeURIComponent).join('/')
  if (endpoint !== undefined) return `${endpoint}/${bucket}/${path}`
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return bucket.includes('.') ? `https://${host}/${bucket}/${path}` : `https://${bucket}.${host}/${path}`
}

/** What the key of an object is made of. */
type Named = Pick<RequestRecord, 'id' | 'operation' | 'created' | 'taskId' | 'batchId'>

const toKey = (
  { prefix, keyTemplate }: Pick<AccountStorage, 'prefix' | 'keyTemplate'>,
  { id, operation, created, taskId, batchId }: Named,
  extension: string,
): string => {
  const values: Record<KeyPlaceholder, string> = {
    date: new Date(created * 1000).toISOString().slice(0, 10),
    operation,
    task: taskId === undefined ? '' : String(taskId),
    batch: batchId ?? '',
    id,
    ext: extension,
  }
  return prefix + toKeyOf(keyTemplate, values)
}

interface Stored {
  account: { storage?: AccountStorage | undefined }
  options: { storage?: unknown; upload_url?: unknown }
}

/** Returns whether a stored result is uploaded to the storage of its account. Options of earlier versions have no `storage`. */
export const usesStorage = ({ account, options }: Stored): boolean =>
  account.storage !== undefined && options.storage !== false && options.upload_url === undefined

/** Returns the upload of a result to the storage of its account, if it has one. */
export const toStorageUpload = (
  { account, options }: Stored,
  request: Named,
  { extension }: Pick<StoredResult, 'extension'>,
): Upload | undefined => {
  if (!account.storage || !usesStorage({ account, options })) return undefined
  const { bucket } = account.storage
  const key = toKey(account.storage, request, extension)
  return { url: toObjectUrl(account.storage, key), object: { bucket, key } }
}
