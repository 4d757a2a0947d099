import type { RefusalReason } from '../../core/network/address-policy.ts'
import type { EgressError, EgressFailure } from '../../egress/egress-error.ts'

/** For logs: `reason` must not reach the caller. */
export interface Denial {
  host: string
  port: number
  reason: RefusalReason
}

/** A page can request millions of hosts. The log keeps the latest failures and the first denials. */
const entriesMax = 1000

/** Records the traffic of one render. */
export interface TrafficLog {
  readonly denied: readonly Denial[]
  readonly overBudget: boolean
  receive(bytes: number): void
  fail(host: string, port: number, error: EgressError): void
  succeed(host: string, port: number): void
  failure(hostOrAuthority: string): EgressFailure | undefined
}

/** `onOverBudget` is called once, when more than `bytesReceivedMax` bytes have arrived. */
export const createTrafficLog = (bytesReceivedMax: number, onOverBudget: () => void): TrafficLog => {
  const denied = new Map<string, Denial>()
  const failures = new Map<string, EgressFailure>()
  let bytesReceived = 0
  const remember = (host: string, port: number, failure: EgressFailure) => {
    for (const key of [host, `${host}:${port}`]) {
      failures.delete(key)
      failures.set(key, failure)
      if (failures.size > entriesMax) failures.delete(failures.keys().next().value ?? '')
    }
  }
  return {
    get denied() {
      return [...denied.values()]
    },
    get overBudget() {
      return bytesReceived > bytesReceivedMax
    },
    receive(bytes) {
      const wasOver = bytesReceived > bytesReceivedMax
      bytesReceived += bytes
      if (!wasOver && bytesReceived > bytesReceivedMax) onOverBudget()
    },
    fail(host, port, { failure, reason }) {
      remember(host, port, failure)
      if (reason !== undefined && denied.size < entriesMax)
        denied.set(`${host}:${port}`, { host, port, reason })
    },
    succeed(host, port) {
      failures.delete(host)
      failures.delete(`${host}:${port}`)
    },
    failure: (hostOrAuthority) => failures.get(hostOrAuthority),
  }
}
