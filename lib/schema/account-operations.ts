import * as z from 'zod'
import { KeyGenerationError } from '../base/errors.ts'
import { AccountChanges, AccountReport, NewKey, RotateKeyOptions } from './account.ts'
import { accessErrors, everyError, signatureErrors } from './operation-errors.ts'

const noOptions = z.strictObject({})

const changeErrors = [...everyError, ...accessErrors, ...signatureErrors, KeyGenerationError]

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
    success: 200,
    produces: ['application/json'],
    output: AccountReport,
    errors: [...everyError, ...accessErrors, ...signatureErrors],
    renders: false,
    keyRequired: true,
    signed: true,
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
    success: 200,
    produces: ['application/json'],
    output: AccountReport,
    errors: changeErrors,
    renders: false,
    keyRequired: true,
    signed: true,
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
    success: 200,
    produces: ['application/json'],
    output: NewKey,
    errors: changeErrors,
    renders: false,
    keyRequired: true,
    signed: true,
    alwaysSigned: true,
  },
} as const
