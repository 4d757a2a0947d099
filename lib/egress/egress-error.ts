import type { RefusalReason } from '../core/network/address-policy.ts'

/** Why a host was not reached. */
export type EgressFailure =
  | 'address_blocked'
  | 'host_not_found'
  | 'connection_refused'
  | 'connection_failed'
  | 'proxy_failed'
  /** The proxy rejected the credentials. */
  | 'proxy_unauthorized'
  /** The proxy itself has an address that is not allowed. */
  | 'proxy_blocked'
  | 'over_budget'
  /** A site inside the process failed, which is the service's own fault. */
  | 'site_failed'

/** A connection that could not be opened. */
export class EgressError extends Error {
  readonly failure: EgressFailure
  readonly reason: RefusalReason | undefined
  constructor(failure: EgressFailure, options?: ErrorOptions & { reason?: RefusalReason }) {
    super(failure, options)
    this.failure = failure
    this.reason = options?.reason
  }
}

/** Errors of sockets and of Node's HTTP parser count as a broken connection. */
export const toEgressError = (thrown: unknown): EgressError => {
  if (thrown instanceof EgressError) return thrown
  const refused = hasCode(thrown, 'ECONNREFUSED')
  return new EgressError(refused ? 'connection_refused' : 'connection_failed', { cause: thrown })
}

/** If several addresses failed, the error is an AggregateError with the first one's code. */
const hasCode = (thrown: unknown, code: string): boolean => {
  if (thrown instanceof AggregateError) return thrown.errors.every((error) => hasCode(error, code))
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}
