import { signInHeader, signInPath } from '../../../lib/core/access/sign-in-link.ts'
import type { Keys } from './session.ts'

interface Redeemed {
  access_key: string
  secret_key: string
}

/** Exchanges the code of a sign-in link for the keys of its account. Undefined if the link was used or has expired, or the service is not reachable. */
export const redeemCode = async (code: string): Promise<Keys | undefined> => {
  const init = { method: 'POST', headers: { [signInHeader]: code } }
  const response = await fetch(signInPath, init).catch(() => undefined)
  if (!response?.ok) return undefined
  const { access_key: accessKey, secret_key: secretKey } = (await response.json()) as Redeemed
  return { accessKey, secretKey }
}
