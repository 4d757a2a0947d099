import { forgetForm } from '../pages/saved-form.ts'
import { forgetSigningKey } from '../signing/web-signature.ts'
import { forgetSigning } from './call-api.ts'
import { queryClient } from './query-client.ts'

/** Forgets the responses, the settings, the signing key and the form of an account whose session ends. */
export const forgetAccount = (): void => {
  queryClient.clear()
  forgetSigning()
  forgetSigningKey()
  forgetForm()
}
