import * as z from 'zod'
import { KeyGenerationError } from '../base/errors.ts'
import { AccountChanges, AccountReport, NewKey, RotateKeyOptions } from './account.ts'
import { json, signed } from './operation-rows.ts'

const noOptions = z.strictObject({})

/** The rows of the caller's own account in the operations table. */
export const accountOperations = {
  get_account: {
    id: 'get_account',
    functionName: 'account',
    methods: ['GET'],
    path: '/v1/account',
    summary: 'Get the account',
    description:
      'Returns the plan of the account with its limits, its settings, and the first characters of its access key. Does not count against the quota. A Stillframe extension.',
    input: noOptions,
    ...json(AccountReport),
    ...signed(),
  },
  update_account: {
    id: 'update_account',
    functionName: 'account',
    methods: ['PATCH'],
    path: '/v1/account',
    summary: 'Update the account',
    description:
      'Switches signed requests on or off. Always requires a signature of the body, because the access key is part of public links. Returns the account. Does not count against the quota. A Stillframe extension.',
    input: AccountChanges,
    ...json(AccountReport),
    ...signed(KeyGenerationError),
    alwaysSigned: true,
  },
  rotate_key: {
    id: 'rotate_key',
    functionName: 'account-keys',
    methods: ['POST'],
    path: '/v1/account/keys',
    summary: 'Rotate a key',
    description:
      'Replaces the access key or the secret key. The old key is invalid from the next request. Always requires a signature of the body with the current secret key, because the access key is part of public links. Does not count against the quota. A Stillframe extension.',
    input: RotateKeyOptions,
    ...json(NewKey),
    ...signed(KeyGenerationError),
    alwaysSigned: true,
  },
} as const
