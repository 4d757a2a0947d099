import { Readable } from 'node:stream'
import { StorageRefusedError } from '../base/errors.ts'
import {
  type AccountStorage,
  type Principal,
  type StorageKey,
  testObject,
  toAccountStorage,
} from '../core/access/account-storage.ts'
import { describeResponse, isAcknowledged } from '../core/requests/receiver-response.ts'
import { toObjectUrl } from '../core/requests/storage-object.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { CallReceiver } from '../egress/call-receiver.ts'
import type { DeleteStorageOptions, StorageOptions } from '../schema/storage.ts'
import type { Account, AccountStore } from '../store/accounts.ts'
import type { AssumeRole } from '../store/assume-role.ts'
import type { SealedSecrets } from '../store/sealed-secrets.ts'
import { assertCurrent, assertGeneration, assertTimely } from './change-account.ts'
import { deleteObject, putObject, sha256Of } from './put-object.ts'

export interface ChangeStorageDeps {
  accounts: Pick<AccountStore, 'changeStorage' | 'drawExternalId'>
  secrets: Pick<SealedSecrets, 'seal'>
  assumeRole: AssumeRole
  post: CallReceiver
  principal: Principal
  nowMs: () => number
}

/** The function has 29 s. */
const testMs = { put: 12_000, delete: 5_000 }

/**
 * Sets the storage of an account after a test object was stored in it.
 * @throws LinkExpiredError, InvalidParameterError, StorageRefusedError, KeyGenerationError
 */
export const createPutStorage =
  (deps: ChangeStorageDeps) =>
  async (account: Account, options: StorageOptions): Promise<Account> => {
    const { accounts, secrets, nowMs } = deps
    const { id: accountId } = account
    assertTimely(options.expires, nowMs())
    assertGeneration(account, options.key_generation)
    const storage = toAccountStorage(options, toSeconds(nowMs()))
    const key = await findKey(deps, account, options, storage)
    await testStorage(deps, storage, key)
    const sealed = storage.roleArn === undefined && {
      sealedKey: await secrets.seal(accountId, JSON.stringify(key)),
    }
    const changed = await accounts.changeStorage(accountId, { ...storage, ...sealed }, options.key_generation)
    return assertCurrent(changed)
  }

/** Deletes the storage of an account. Uploads that wait fail at their next attempt. @throws KeyGenerationError */
export const createDeleteStorage =
  ({ accounts }: Pick<ChangeStorageDeps, 'accounts'>) =>
  async (account: Account, { key_generation: generation }: DeleteStorageOptions): Promise<Account> => {
    assertGeneration(account, generation)
    return assertCurrent(await accounts.changeStorage(account.id, undefined, generation))
  }

const findKey = async (
  { accounts, assumeRole, principal }: ChangeStorageDeps,
  account: Account,
  { access_key_id: accessKeyId = '', secret_access_key: secretAccessKey = '' }: StorageOptions,
  storage: AccountStorage,
): Promise<StorageKey> => {
  const { roleArn } = storage
  if (roleArn === undefined) return { accessKeyId, secretAccessKey }
  if (principal === undefined)
    throw new StorageRefusedError(
      'This service does not run on AWS and cannot assume a role. Send an access key.',
    )
  // A role of the AWS account of the service could open more than a bucket.
  if (awsAccountOf(roleArn) === awsAccountOf(principal))
    throw new StorageRefusedError('`role_arn` is a role of this service. It must be one of your AWS account.')
  const owner = { id: account.id, externalId: await accounts.drawExternalId(account) }
  const key = await assumeRole(owner, storage)
  if (!key) throw new StorageRefusedError(describeResponse({ failure: 'role_refused' }, 'storage') ?? '')
  // Such a role would trust the service for every account that names it.
  if (await assumeRole(owner, storage, 'without external id'))
    throw new StorageRefusedError(
      'The trust policy of the role does not require the external id, so another account could use the role. Add the condition `sts:ExternalId`.',
    )
  return key
}

const awsAccountOf = (arn: string) => arn.split(':')[4]

const testText = 'Written by Stillframe to test whether it can store results here. It can be deleted.\n'

/** @throws StorageRefusedError with the reason */
const testStorage = async (deps: ChangeStorageDeps, storage: AccountStorage, key: StorageKey) => {
  const url = toObjectUrl(storage, `${storage.prefix}${testObject}`)
  const target = { url, region: storage.region, owner: storage.bucketOwner, key }
  const body = Readable.from([testText])
  const response = await putObject(
    deps,
    { ...target, limitMs: testMs.put },
    { contentType: 'text/plain', body, bytes: testText.length, sha256: sha256Of(testText) },
  )
  if (!isAcknowledged(response))
    throw new StorageRefusedError(`The test object was not stored. ${describeResponse(response, 'test')}`)
  // The key may be one that can only write.
  await deleteObject(deps, { ...target, limitMs: testMs.delete })
}
