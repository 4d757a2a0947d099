import { createHash } from 'node:crypto'
import { toAddress } from './public-address.ts'

/** The IP address of the client. The edge replaces what a client sends in it. */
export const clientAddressHeader = 'x-stillframe-client-address'

/** A host of IPv6 has 64 bits of its network to itself, and can use another address for each request. */
const networkBytes = 8

/**
 * Returns one of 65,536 groups of client addresses. The rate of callers without an account is counted by group: the number of groups is
 * limited, and a group does not tell whose address it contains.
 */
export const toClientGroup = (text: string): string => {
  const bytes = toAddress(text)?.toByteArray().slice(0, networkBytes) ?? []
  return createHash('sha256').update(Uint8Array.from(bytes)).digest('hex').slice(0, 4)
}
