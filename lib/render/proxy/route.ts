import { Buffer } from 'node:buffer'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { decideHost, type EgressPolicy } from '../../core/network/address-policy.ts'
import { isPrivateName } from '../../core/network/private-names.ts'
import type { UpstreamProxy } from '../../core/plan/render-plan.ts'
import type { Dial, Dialer } from '../../egress/dial.ts'
import { EgressError } from '../../egress/egress-error.ts'
import { secureSocket } from '../../egress/secure.ts'
import { headerBytesMax } from './proxy-port.ts'

/** How a target is reached: directly, or through another proxy. All functions throw EgressError. */
export interface Route {
  /** Refuses a target that is not allowed, before any connection is used for it. */
  admit(host: string, port: number): void
  /** A connection whose other end is the target. */
  tunnel: Dial
  /** The server that receives a plain HTTP request, and the form of that request. */
  httpHop(
    host: string,
    port: number,
  ): { host: string; port: number; absoluteForm: boolean; headers: string[] }
  /** Opens the connection to that server. */
  dialHop: Dial
}

/** Connects directly. The dialer checks every target itself. */
export const directRoute = (dial: Dial): Route => ({
  admit: () => {},
  tunnel: dial,
  httpHop: (host, port) => ({ host, port, absoluteForm: false, headers: [] }),
  dialHop: dial,
})

interface UpstreamOptions {
  upstream: UpstreamProxy
  dialer: Dialer
  policy: EgressPolicy
  replyMs: number
}

export const upstreamRoute = (options: UpstreamOptions): Route =>
  options.upstream.isOwn ? exitRoute(options) : customerRoute(options)

/**
 * Connects through an exit of this service. Names are resolved and checked here, and the exit connects to the checked address,
 * because a page could otherwise reach the exit's own network. Plain HTTP is tunneled as well: in absolute form, the proxy would
 * replace the Host header with that address (RFC 9112, 3.2.2).
 */
const exitRoute = (options: UpstreamOptions): Route => {
  const { upstream, dialer } = options
  const headers = authorizationHeaders(upstream)
  const tunnel: Dial = async (host, port) => {
    const addresses = await dialer.addressesOf(host, port)
    // Not every exit has IPv6.
    const address = addresses.find((text) => !text.includes(':')) ?? `[${addresses[0]}]`
    return openTunnel(await dialUpstream(options), `${address}:${port}`, headers, options)
  }
  return {
    admit: () => {},
    tunnel,
    httpHop: (host, port) => ({ host, port, absoluteForm: false, headers: [] }),
    dialHop: tunnel,
  }
}

/**
 * Connects through a customer's proxy, which resolves names in its own network. IP literals, reserved names and names that are known
 * to be private are refused here. Plain HTTP is sent in absolute form, as browsers do, because many proxies tunnel to port 443 only.
 */
const customerRoute = (options: UpstreamOptions): Route => {
  const { upstream, policy } = options
  const headers = authorizationHeaders(upstream)
  const admit = (host: string, port: number) => {
    const decision = decideHost(host, port, policy)
    if (!decision.allowed) throw new EgressError('address_blocked', decision)
    if (!decision.named && isPrivateName(decision.host))
      throw new EgressError('address_blocked', { reason: 'reserved_name' })
  }
  return {
    admit,
    tunnel: async (host, port) => {
      admit(host, port)
      return openTunnel(await dialUpstream(options), `${host}:${port}`, headers, options)
    },
    httpHop: () => ({ host: upstream.host, port: upstream.port, absoluteForm: true, headers }),
    dialHop: () => dialUpstream(options),
  }
}

const authorizationHeaders = ({ credentials }: UpstreamProxy): string[] => {
  if (credentials === undefined) return []
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')
  return ['Proxy-Authorization', `Basic ${pair}`]
}

const dialUpstream = async ({ upstream, dialer, replyMs }: UpstreamOptions): Promise<Socket> => {
  const socket = await dialer.dial(upstream.host, upstream.port).catch((error) => {
    throw asProxyFailure(error)
  })
  return upstream.protocol === 'https' ? secure(socket, upstream.host, replyMs) : socket
}

const asProxyFailure = (error: unknown) => {
  const isBlocked = error instanceof EgressError && error.failure === 'address_blocked'
  return new EgressError(isBlocked ? 'proxy_blocked' : 'proxy_failed', { cause: error })
}

const secure = (socket: Socket, host: string, replyMs: number): Promise<Socket> =>
  secureSocket(socket, host, replyMs).catch((error) => {
    throw new EgressError('proxy_failed', { cause: error })
  })

const openTunnel = (
  socket: Socket,
  authority: string,
  headers: string[],
  { replyMs }: UpstreamOptions,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'CONNECT',
      path: authority,
      headers: ['Host', authority, ...headers],
      createConnection: () => socket,
      maxHeaderSize: headerBytesMax,
    })
    const fail = (cause: unknown, failure: 'proxy_failed' | 'proxy_unauthorized' = 'proxy_failed') => {
      clearTimeout(timer)
      socket.destroy()
      reject(new EgressError(failure, { cause }))
    }
    const timer = setTimeout(() => fail(new Error('The proxy did not respond to CONNECT in time')), replyMs)
    outgoing.on('error', (error) => fail(error))
    outgoing.once('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299)
        return fail(
          new Error(`CONNECT returned ${statusCode}`),
          statusCode === 407 ? 'proxy_unauthorized' : 'proxy_failed',
        )
      clearTimeout(timer)
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    outgoing.end()
  })
