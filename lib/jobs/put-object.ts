import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StorageKey } from '../core/access/account-storage.ts'
import type { ReceiverResponse } from '../core/requests/receiver-response.ts'
import type { CallReceiver } from '../egress/call-receiver.ts'
import { signObject } from '../egress/sign-object.ts'
import type { Account } from '../store/accounts.ts'
import type { AssumeRole } from '../store/assume-role.ts'
import type { SealedSecrets } from '../store/sealed-secrets.ts'

interface FindStorageKeyDeps {
  secrets: Pick<SealedSecrets, 'open'>
  assumeRole: AssumeRole
}

/** Returns the key with which the storage of an account is written, or undefined if its role does not permit it. */
export const findStorageKey = async (
  { secrets, assumeRole }: FindStorageKeyDeps,
  { id, storage }: Pick<Account, 'id' | 'storage'>,
): Promise<StorageKey | undefined> =>
  storage?.roleArn === undefined
    ? (JSON.parse(await secrets.open(id, storage?.sealedKey ?? '')) as StorageKey)
    : assumeRole(id, storage.roleArn)

interface ObjectFile {
  contentType: string
  body: Readable
  bytes: number
  /** Lowercase hex. */
  sha256: string
}

interface Target {
  url: string
  region: string
  key: StorageKey
  limitMs: number
}

interface Deps {
  post: CallReceiver
  nowMs: () => number
}

/**
 * Puts an object into a storage. Never rejects because of the storage. S3 requires the checksum for a bucket with a default retention
 * (Object Lock), and the signed hash is not enough (https://github.com/s3tools/s3cmd/issues/1436).
 */
export const putObject = async (
  { post, nowMs }: Deps,
  { url, limitMs, ...target }: Target,
  { contentType, body, bytes, sha256 }: ObjectFile,
): Promise<ReceiverResponse> => {
  const checksum = Buffer.from(sha256, 'hex').toString('base64')
  const signed = { 'content-type': contentType, 'x-amz-checksum-sha256': checksum }
  const headers = await signObject({ ...target, url, method: 'PUT', headers: signed, sha256, nowMs: nowMs() })
  return post(url, { headers, body, bytes }, limitMs)
}

/** Deletes an object from a storage. */
export const deleteObject = async (
  { post, nowMs }: Deps,
  { url, limitMs, ...target }: Target,
): Promise<ReceiverResponse> => {
  const method = 'DELETE'
  const headers = await signObject({
    ...target,
    url,
    method,
    headers: {},
    sha256: sha256Of(''),
    nowMs: nowMs(),
  })
  return post(url, { method, headers, body: Readable.from([]), bytes: 0 }, limitMs)
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
