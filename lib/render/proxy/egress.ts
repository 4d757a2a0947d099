import type { Server, Socket } from 'node:net'
import { assertServiceHosts, type EgressPolicy } from '../../core/network/address-policy.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import type { UpstreamProxy } from '../../core/plan/render-plan.ts'
import { createDialer } from '../../egress/dial.ts'
import { EgressError, type EgressFailure, toEgressError } from '../../egress/egress-error.ts'
import { createResolveHost, type ResolveHost } from '../../egress/resolve-host.ts'
import { type ProxyPort, reserveProxyPort } from './proxy-port.ts'
import { attachSite, type SiteHandler } from './site.ts'
import { serveSocks } from './socks.ts'
import { createTrafficLog, type Denial, type TrafficLog } from './traffic-log.ts'
import { type Attach, createTunnel, type Route } from './tunnel.ts'
import { upstreamRoute } from './upstream-route.ts'

export type { SiteHandler } from './site.ts'

interface EgressLimits {
  /** All that one render may fetch, as received over the network. */
  bytesReceivedMax: number
  connectionsMax: number
  /** For a connection, and again for another proxy's handshake and response. */
  connectMs: number
}

export interface EgressOptions {
  policy: EgressPolicy
  /** Everything except `sites` goes through this proxy. */
  upstream?: UpstreamProxy | undefined
  /** Hosts that are served inside the process. */
  sites?: ReadonlyMap<string, SiteHandler> | undefined
  resolve?: ResolveHost | undefined
  limits?: Partial<EgressLimits> | undefined
}

/** Disposing closes every connection immediately. */
export interface Egress extends AsyncDisposable {
  /** `socks5://127.0.0.1:<port>`, for the browser's proxy setting. Loopback must not be exempt from it: `<-loopback>`. */
  readonly url: string
  readonly denied: readonly Denial[]
  /** What callers can do if their URL is refused. */
  readonly advice: string | undefined
  /** More than the byte budget arrived; everything was cut off. */
  readonly overBudget: boolean
  /** From now on, the page reaches none of these hosts, in addition to those that the policy forbids. */
  refuse(isRefused: (host: string) => boolean): void
  /** Why the last attempt to reach this host (`host` or `host:port`, as in a URL) failed; undefined after a success. */
  failure(host: string): EgressFailure | undefined
}

const defaultLimits: EgressLimits = {
  bytesReceivedMax: 200_000_000,
  connectionsMax: 256,
  connectMs: limitsMs.load.connect,
}

/**
 * Starts a SOCKS proxy for one render. It resolves a name once, checks the addresses, and connects to the checked ones. No library
 * has a hook between resolving and connecting, so the checked address could not be the dialed one.
 *
 * @param port where it listens; a new one unless given, closed with the egress
 */
export const startEgress = async (options: EgressOptions, port?: ProxyPort): Promise<Egress> => {
  const limits = { ...defaultLimits, ...options.limits }
  assertServiceHosts(options.policy.serviceHosts)
  const { server, url, open } = port ?? (await reserveProxyPort())
  const clients = trackClients(server, limits.connectionsMax)
  const own = new URL(url).host
  const policy = { ...options.policy, serviceHosts: [...options.policy.serviceHosts, own] }
  const system = createResolveHost()
  const dialer = createDialer({ policy, resolve: options.resolve ?? system.resolve, ...limits })
  const cutOff = () => {
    dialer.close()
    for (const client of clients) client.destroy()
  }
  const traffic = createTrafficLog(limits.bytesReceivedMax, cutOff)
  const { upstream } = options
  const route = upstream
    ? upstreamRoute({ upstream, dialer, policy, traffic, replyMs: limits.connectMs, ...limits })
    : createTunnel(dialer.dial, traffic)
  let isRefused = (_host: string) => false
  const reach = createReach(route, options.sites ?? new Map(), traffic)
  const reachUnlessRefused = async (host: string, port: number) =>
    isRefused(host) ? undefined : reach(host, port)
  server.on('connection', (client) => void serveSocks(client, reachUnlessRefused))
  open()
  return {
    url,
    advice: policy.advice,
    get denied() {
      return traffic.denied
    },
    get overBudget() {
      return traffic.overBudget
    },
    failure: traffic.failure,
    refuse(isAlsoRefused) {
      isRefused = isAlsoRefused
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      cutOff()
      system.cancel()
      await closed
    },
  }
}

const trackClients = (server: Server, connectionsMax: number): ReadonlySet<Socket> => {
  const clients = new Set<Socket>()
  server.maxConnections = connectionsMax
  server.on('connection', (socket) => {
    clients.add(socket)
    socket.once('close', () => clients.delete(socket))
  })
  return clients
}

/** Returns undefined and records why if a target cannot be reached. */
const createReach =
  (route: Route, sites: ReadonlyMap<string, SiteHandler>, traffic: TrafficLog) =>
  async (host: string, port: number): Promise<Attach | undefined> => {
    const site = sites.get(host)
    try {
      if (site !== undefined) return reachSite(host, port, site, traffic)
      if (traffic.overBudget) throw new EgressError('over_budget')
      return await route(host, port)
    } catch (error) {
      traffic.fail(host, port, toEgressError(error))
      return undefined
    }
  }

/** A site inside the process is plain HTTP on its standard port. */
const reachSite = (host: string, port: number, site: SiteHandler, traffic: TrafficLog): Attach => {
  if (port !== 80) throw new EgressError('address_blocked', { reason: 'reserved_name' })
  return (client) => attachSite(client, host, site, traffic)
}
