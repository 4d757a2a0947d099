import type { EgressAllow } from '../network/egress-allow.ts'
import { accountIdLength } from './access-key.ts'

/** Returns the id of the account that renders pages for visitors without a key. Undefined for `off` and for an empty text. */
export const parseTryAccount = (text: string): string | undefined => {
  const id = text.trim()
  if (id === '' || id === 'off') return undefined
  if (id.length === accountIdLength && /^[0-9A-Za-z]+$/.test(id)) return id
  throw new Error('It must be the id of an account, or off.')
}

/** @throws Error if visitors without a key could see pages of the operator's network */
export const assertPublicOnly = (account: string | undefined, { names, networks }: EgressAllow): void => {
  if (account === undefined || names.length + networks.length === 0) return
  throw new Error('It must be off while EGRESS_ALLOW is set: everyone could see the pages that it names.')
}
