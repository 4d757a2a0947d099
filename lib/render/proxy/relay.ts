import type { Agent } from 'node:http'
import type { Route } from './route.ts'
import type { SiteHandler } from './site.ts'
import type { TrafficLog } from './traffic-log.ts'

/** What both ways through the proxy, requests and tunnels, work with. */
export interface Relay {
  route: Route
  agent: Agent
  ledger: TrafficLog
  /** Hosts that are answered inside the process. */
  sites: ReadonlyMap<string, SiteHandler>
}
