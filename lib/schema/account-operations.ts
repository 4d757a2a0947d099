import { KeyGenerationError, StorageRefusedError } from '../base/errors.ts'
import {
  AccountChanges,
  AccountReport,
  DeleteKeyOptions,
  KeyChanges,
  KeyList,
  NewKey,
  NewKeyOptions,
} from './account.ts'
import { type AppErrorClass, json, noContent, noOptions, signed } from './operation-rows.ts'
import { DeleteStorageOptions, StorageOptions, StorageReport } from './storage.ts'

/** Changes that the owner of the account signs with a generation of its keys. */
const alwaysSigned = (...own: AppErrorClass[]) =>
  ({ ...signed(KeyGenerationError, ...own), alwaysSigned: true }) as const

/** The rows of the caller's own account in the operations table. */
export const accountOperations = {
  get_account: {
    functionName: 'account',
    methods: ['GET'],
    path: '/v1/account',
    summary: 'Get the account',
    description:
      'Returns the plan of the account with its limits, its settings, and the first characters of its access key. Does not count against the quota.',
    input: noOptions,
    ...json(AccountReport),
    ...signed(),
  },
  update_account: {
    functionName: 'account',
    methods: ['PATCH'],
    path: '/v1/account',
    summary: 'Update the account',
    description:
      'Switches signed requests on or off. Always requires a signature of the body, because an access key can be part of public links. Returns the account. Does not count against the quota.',
    input: AccountChanges,
    ...json(AccountReport),
    ...alwaysSigned(),
  },
  list_keys: {
    functionName: 'account-keys',
    methods: ['GET'],
    path: '/v1/account/keys',
    summary: 'List access keys',
    description:
      'Returns the access keys of the account with name, scope, expiry and the day of their last use, the oldest first. Expired ones are listed for a week. Does not count against the quota.',
    input: noOptions,
    ...json(KeyList),
    ...signed(),
  },
  create_key: {
    functionName: 'account-keys',
    methods: ['POST'],
    path: '/v1/account/keys',
    summary: 'Create or rotate a key',
    description:
      'Creates an access key, or with `rotate` replaces an access key or the secret key. A replaced key is invalid from the next request, unless `grace_seconds` keeps an access key. The response is the only one that shows the new key. An account has at most 20 access keys. Always requires a signature of the body with the current secret key, because an access key can be part of public links. Does not count against the quota.',
    input: NewKeyOptions,
    ...json(NewKey),
    ...alwaysSigned(),
  },
  update_key: {
    functionName: 'account-keys',
    methods: ['PATCH'],
    path: '/v1/account/keys',
    summary: 'Update an access key',
    description:
      'Changes the name or the expiry of an access key, and returns all keys. The last key of the scope `full` without an expiry cannot get one. Always requires a signature of the body. Does not count against the quota.',
    input: KeyChanges,
    ...json(KeyList),
    ...alwaysSigned(),
  },
  delete_key: {
    functionName: 'account-keys',
    methods: ['DELETE'],
    path: '/v1/account/keys',
    summary: 'Delete an access key',
    description:
      'Deletes an access key, which is invalid from the next request. The last key of the scope `full` without an expiry cannot be deleted. Always requires a signature of the query string. Does not count against the quota.',
    input: DeleteKeyOptions,
    ...noContent,
    ...alwaysSigned(),
  },
  get_storage: {
    functionName: 'account-storage',
    methods: ['GET'],
    path: '/v1/account/storage',
    summary: 'Get the storage',
    description:
      'Returns the bucket to which the results of the account are uploaded, without its credentials, and what a role must trust. Requires a key of the scope `full`. Does not count against the quota.',
    input: noOptions,
    ...json(StorageReport),
    ...signed(),
  },
  put_storage: {
    functionName: 'account-storage',
    methods: ['PUT'],
    path: '/v1/account/storage',
    summary: 'Set the storage',
    description:
      'Sets the bucket to which every stored result of the account is uploaded. Stores a test object first, and deletes it if it may; if that fails, nothing changes, and the response says why. Always requires a signature of the body. Does not count against the quota.',
    input: StorageOptions,
    ...json(StorageReport),
    ...alwaysSigned(StorageRefusedError),
  },
  delete_storage: {
    functionName: 'account-storage',
    methods: ['DELETE'],
    path: '/v1/account/storage',
    summary: 'Delete the storage',
    description:
      'Ends the uploads to the bucket, and deletes its credentials here. Uploads that wait for another attempt fail at that attempt. The objects in the bucket stay. Always requires a signature of the query string. Does not count against the quota.',
    input: DeleteStorageOptions,
    ...noContent,
    ...alwaysSigned(),
  },
} as const
