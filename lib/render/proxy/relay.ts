import type { Agent } from 'node:http'
import type { Route } from './route.ts'
import type { SiteHandler } from './site.ts'
import type { TrafficLog } from './traffic-log.ts'

/** What requests and tunnels share. */
export interface Relay {
  route: Route
  agent: Agent
  traffic: TrafficLog
  /** Hosts that are served inside the process. */
  sites: ReadonlyMap<string, SiteHandler>
}
