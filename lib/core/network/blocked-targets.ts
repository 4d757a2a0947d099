import type { RefusalReason } from './address-policy.ts'

/** Reasons that mean the page tried to reach something internal. A closed port or an invalid host is no such attempt. */
const internalTargets = [
  'loopback',
  'link_local',
  'private',
  'reserved',
  'service_host',
  'reserved_name',
] as const

/** The number of internal targets that a page tried to reach, by kind. */
export type BlockedTargets = Partial<Record<(typeof internalTargets)[number], number>>

/** Counts the internal targets of a render. Returns undefined if there were none. The addresses themselves are never logged. */
export const countBlockedTargets = (
  denied: readonly { reason: RefusalReason }[],
): BlockedTargets | undefined => {
  const counts: BlockedTargets = {}
  for (const kind of internalTargets) {
    const count = denied.filter(({ reason }) => reason === kind).length
    if (count > 0) counts[kind] = count
  }
  return Object.keys(counts).length > 0 ? counts : undefined
}
