import * as z from 'zod'
import { AccountReport } from './account.ts'
import { accessErrors, everyError, signatureErrors } from './operation-errors.ts'

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
    success: 200,
    produces: ['application/json'],
    output: AccountReport,
    errors: [...everyError, ...accessErrors, ...signatureErrors],
    renders: false,
    keyRequired: true,
    signed: true,
  },
} as const
