import { forgetDraft } from '../playground/draft.ts'
import { keepResult } from '../results/kept-result.ts'
import { requireSigning } from './call-api.ts'
import { queryClient } from './query-client.ts'
import { forgetSigningKey } from './web-signature.ts'

/** Forgets the responses, the settings, the signing key, the form and the result of an account whose session ends. */
export const forgetAccount = (): void => {
  queryClient.clear()
  requireSigning(false)
  forgetSigningKey()
  forgetDraft()
  keepResult(undefined)
}
