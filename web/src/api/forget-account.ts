import { forgetDraft } from '../playground/draft.ts'
import { forgetSigning } from './call-api.ts'
import { queryClient } from './query-client.ts'
import { forgetSigningKey } from './web-signature.ts'

/** Forgets the responses, the settings, the signing key and the form of an account whose session ends. */
export const forgetAccount = (): void => {
  queryClient.clear()
  forgetSigning()
  forgetSigningKey()
  forgetDraft()
}
