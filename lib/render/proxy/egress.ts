import { Agent, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { assertServiceHosts, type EgressPolicy } from '../../core/network/address-policy.ts'
import type { UpstreamProxy } from '../../core/plan/render-plan.ts'
import { createDialer, type Dial } from '../../egress/dial.ts'
import { type EgressFailure, toEgressError } from '../../egress/egress-error.ts'
import { createResolveHost, type ResolveHost } from '../../egress/resolve-host.ts'
import { createForwarder } from './forward.ts'
import { type ProxyPort, reserveProxyPort } from './proxy-port.ts'
import { directRoute, upstreamRoute } from './route.ts'
import type { SiteHandler } from './site.ts'
import { createTrafficLog, type Denial } from './traffic-log.ts'
import { createTunneler } from './tunnel.ts'

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
  /** `http://127.0.0.1:<port>`, for the browser's proxy setting. Loopback must not be exempt from it: `<-loopback>`. */
  readonly url: string
  readonly denied: readonly Denial[]
  /** More than the byte budget arrived; everything was cut off. */
  readonly overBudget: boolean
  /** Why the last attempt to reach this host (`host` or `host:port`, as in a URL) failed; undefined after a success. */
  failure(host: string): EgressFailure | undefined
  /** Why the proxy itself responded to the request for the document at this plain HTTP URL; undefined if it did not. */
  refusal(url: string): EgressFailure | undefined
}

const defaultLimits: EgressLimits = {
  bytesReceivedMax: 200_000_000,
  connectionsMax: 256,
  connectMs: 10_000,
}

/**
 * Starts a forward proxy for one render. It resolves a name once, checks the addresses, and connects to the checked ones.
 *
 * We considered `proxy-chain`. It has no hook between resolving and connecting, so the checked address could not be the dialed one,
 * and it has no byte limits and no sites inside the process. This proxy takes about 10 % of a render's CPU time (November 2026).
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
    ? upstreamRoute({ upstream, dialer, policy, replyMs: limits.connectMs })
    : directRoute(dialer.dial)
  const agent = createAgent(route.dialHop, limits.connectionsMax)
  const sites = options.sites ?? new Map()
  serve(server, { route, agent, traffic, sites })
  open()
  return {
    url,
    get denied() {
      return traffic.denied
    },
    get overBudget() {
      return traffic.overBudget
    },
    failure: traffic.failure,
    refusal: traffic.refusal,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      cutOff()
      agent.destroy()
      system.cancel()
      await closed
    },
  }
}

const trackClients = (server: Server, connectionsMax: number): ReadonlySet<Socket> => {
  const clients = new Set<Socket>()
  server.maxConnections = connectionsMax
  server.on('connection', (socket) => {
    socket.setNoDelay(true)
    clients.add(socket)
    socket.once('close', () => clients.delete(socket))
  })
  return clients
}

/** Each render has its own agent, because it must not reuse a connection of another render. */
const createAgent = (dialHop: Dial, connectionsMax: number): Agent => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 32, maxTotalSockets: connectionsMax })
  agent.createConnection = ({ host, port }, onCreated) => {
    dialHop(String(host), Number(port)).then(
      (socket) => onCreated?.(null, socket),
      (error) => onCreated?.(toEgressError(error), undefined as never),
    )
    return undefined
  }
  return agent
}

const serve = (server: Server, relay: Parameters<typeof createForwarder>[0]) => {
  const forward = createForwarder(relay)
  const tunnel = createTunneler(relay)
  server.on('request', (request, response) => void forward(request, response))
  server.on('connect', ({ url = '' }, client, head) => void tunnel(url, client, head))
}
