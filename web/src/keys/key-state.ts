import type { KeyScope } from '../../../lib/schema/key-scopes.ts'
import { formatDate, formatRelative } from '../shared/format.ts'

const daySeconds = 86_400

/** What keys of each scope open, for a person who chooses one. */
export const scopeTexts: Readonly<Record<KeyScope, string>> = {
  full: 'Opens everything, keys and tasks included.',
  render: 'Renders and compares, and reads requests, usage and devices.',
  read: 'Reads everything and renders nothing.',
  links: 'Opens only links with a valid signature. Everyone who has a link sees its key.',
}

/** From so long before its end, a key is marked. */
const warnedSeconds = 14 * daySeconds

interface Expiry {
  text: string
  /** Undefined while nothing needs to be done. */
  color?: 'yellow' | 'red'
}

/** Returns what the end of a key means now. */
export const describeExpiry = (validUntil: number | null, nowSeconds: number): Expiry => {
  if (validUntil === null) return { text: 'never expires' }
  const relative = formatRelative(validUntil, nowSeconds)
  const leftSeconds = validUntil - nowSeconds
  if (leftSeconds <= 0) return { text: `expired ${relative}`, color: 'red' }
  if (leftSeconds < daySeconds) return { text: `expires ${relative}`, color: 'yellow' }
  return leftSeconds < warnedSeconds
    ? { text: `expires ${formatDate(validUntil)}`, color: 'yellow' }
    : { text: `valid until ${formatDate(validUntil)}` }
}

/** Returns when a key was used last, as a phrase. @param day in UTC */
export const describeLastUse = (day: string | null, nowSeconds: number): string => {
  if (day === null) return 'not used yet'
  const seconds = Date.parse(day) / 1000
  return nowSeconds - seconds < daySeconds ? 'used today' : `last used ${formatDate(seconds, 'UTC')}`
}

/** Returns which of the keys this is. The id of the key of an older account is the start of all its keys. */
export const findSessionKey = <Key extends { id: string }>(
  keys: readonly Key[],
  accessKey: string,
): Key | undefined =>
  keys
    .filter(({ id }) => accessKey.startsWith(id))
    .sort((first, second) => second.id.length - first.id.length)[0]
