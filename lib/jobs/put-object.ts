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
  nowMs: () => number
}

type StorageOwner = Pick<Account, 'id' | 'externalId' | 'storage'>

/** What a role gives is valid for 15 minutes. */
const keyMs = 600_000

/** The most keys that a process remembers. */
const keysMax = 1000

/**
 * Returns what finds the key with which the storage of an account is written, or undefined if its role does not permit it. A process asks
 * KMS or STS for each key every ten minutes, because a call takes 50 to 100 ms.
 */
export const createFindStorageKey = ({ secrets, assumeRole, nowMs }: FindStorageKeyDeps) => {
  const known = new Map<string, { untilMs: number; key: StorageKey }>()
  const find = async ({ id, externalId, storage }: StorageOwner): Promise<StorageKey | undefined> =>
    storage?.roleArn === undefined
      ? (JSON.parse(await secrets.open(id, storage?.sealedKey ?? '')) as StorageKey)
      : assumeRole({ id, externalId }, storage)
  return async (account: StorageOwner): Promise<StorageKey | undefined> => {
    const name = JSON.stringify([account.id, account.externalId, account.storage])
    const found = known.get(name)
    if (found && found.untilMs > nowMs()) return found.key
    known.delete(name)
    const key = await find(account)
    if (!key) return undefined
    const [oldest] = known.keys()
    if (known.size >= keysMax && oldest !== undefined) known.delete(oldest)
    known.set(name, { untilMs: nowMs() + keyMs, key })
    return key
  }
}

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
  /** The AWS account that must own the bucket. */
  owner: string | undefined
  limitMs: number
}

/**
 * Returns the header with which S3 refuses a bucket of another owner. The name of a deleted bucket is free for everyone
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-owner-condition.html).
 */
const ownerHeader = (owner: string | undefined) =>
  owner === undefined ? {} : { 'x-amz-expected-bucket-owner': owner }

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
  { url, limitMs, owner, ...target }: Target,
  { contentType, body, bytes, sha256 }: ObjectFile,
): Promise<ReceiverResponse> => {
  const checksum = Buffer.from(sha256, 'hex').toString('base64')
  const signed = { 'content-type': contentType, 'x-amz-checksum-sha256': checksum, ...ownerHeader(owner) }
  const headers = await signObject({ ...target, url, method: 'PUT', headers: signed, sha256, nowMs: nowMs() })
  return post(url, { headers, body, bytes }, limitMs)
}

/** Deletes an object from a storage. */
export const deleteObject = async (
  { post, nowMs }: Deps,
  { url, limitMs, owner, ...target }: Target,
): Promise<ReceiverResponse> => {
  const method = 'DELETE'
  const headers = await signObject({
    ...target,
    url,
    method,
    headers: ownerHeader(owner),
    sha256: sha256Of(''),
    nowMs: nowMs(),
  })
  return post(url, { method, headers, body: Readable.from([]), bytes: 0 }, limitMs)
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')
