import type { EgressError } from '../../egress/egress-error.ts'
import type { TrafficLog } from './traffic-log.ts'

type RefusalStatus = 400 | 403 | 502

/** Uses one response for every blocked URL and one for every unreachable host, because a page must not learn more than that. */
export const statusOf = ({ failure }: EgressError): RefusalStatus =>
  failure === 'address_blocked' || failure === 'proxy_blocked' ? 403 : 502

const phrases = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway' }

/** Returns the whole response to a CONNECT that fails. */
export const emptyResponse = (status: RefusalStatus): string =>
  `HTTP/1.1 ${status} ${phrases[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`

export const recordFailure = (
  traffic: TrafficLog,
  host: string,
  port: number,
  { failure, reason }: EgressError,
): void => {
  if (reason === undefined) traffic.fail(host, port, failure)
  else traffic.deny({ host, port, reason })
}
