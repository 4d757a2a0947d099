// The first module of the app: the code of a sign-in link leaves the address before anything can read it.
import { readSignInLink, type SignInOffer } from '../../../lib/core/access/sign-in-link.ts'

/** Earlier links contained keys. They are removed from the address as well, but not used. */
const fromLink = /^#(sign_in|access_key|secret_key)=/

/** Removes the code from the address and returns what the link offers. */
export const takeSignInLink = (): SignInOffer | undefined => {
  const { hash, pathname, search } = location
  if (!fromLink.test(hash)) return undefined
  history.replaceState(history.state, '', pathname + search)
  return readSignInLink(hash)
}

/** What the link that opened the page offers. */
export const linkedOffer = takeSignInLink()
