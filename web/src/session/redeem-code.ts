import { signInHeader, signInPath } from '../../../lib/core/access/sign-in-link.ts'
import type { Keys } from './keys.ts'

interface Redeemed {
  access_key: string
  secret_key: string
}

/** Exchanges the code of a sign-in link for the keys of its account. Undefined if the link was used or has expired, or the service is not reachable. */
export const redeemCode = async (code: string): Promise<Keys | undefined> => {
  const response = await send('POST', code)
  if (!response?.ok) return undefined
  const { access_key: accessKey, secret_key: secretKey } = (await response.json()) as Redeemed
  return { accessKey, secretKey }
}

/** Makes the code of a sign-in link useless, which may be in the history of the browser. */
export const revokeCode = (code: string): unknown => send('DELETE', code)

const send = (method: string, code: string) =>
  fetch(signInPath, { method, headers: { [signInHeader]: code } }).catch(() => undefined)
