import type { AccountReport } from '../../../lib/schema/account.ts'
import type { Keys } from '../session/keys.ts'
import { ApiError } from './api-error.ts'
import { readApiAs } from './call-api.ts'
import { canSign } from './web-signature.ts'

/** Says which of the entered keys is wrong. */
export class KeyProblem extends Error {
  readonly field: keyof Keys

  constructor(field: keyof Keys, message: string) {
    super(message)
    this.field = field
  }
}

/** Asks the service whether the keys belong together. @throws KeyProblem, ApiError */
export const checkKeys = async (keys: Keys): Promise<void> => {
  try {
    const sign = keys.secretKey && canSign() ? 'always' : 'as-required'
    await readApiAs<AccountReport>(keys, { path: '/v1/account', sign })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'invalid_access_key')
      throw new KeyProblem('accessKey', 'No open account has this access key.')
    if (error.code === 'invalid_signature')
      throw new KeyProblem('secretKey', 'This is not the secret key of the account.')
    // The access key alone is enough to sign in. Pages that need signed requests say so.
    if (error.code !== 'missing_signature') throw error
  }
}
