import { Buffer } from 'node:buffer'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { decideHost, type EgressPolicy } from '../../core/network/address-policy.ts'
import { isPrivateName } from '../../core/network/private-names.ts'
import type { UpstreamProxy } from '../../core/plan/render-plan.ts'
import type { Dial, Dialer } from '../../egress/dial.ts'
import { EgressError, toEgressError } from '../../egress/egress-error.ts'
import { secureSocket } from '../../egress/secure.ts'
import { headerBytesMax } from './exchange.ts'
import { createForwarder } from './forward.ts'
import type { TrafficLog } from './traffic-log.ts'
import { createTunnel, type Route } from './tunnel.ts'

interface UpstreamOptions {
  upstream: UpstreamProxy
  dialer: Dialer
  policy: EgressPolicy
  traffic: TrafficLog
  connectionsMax: number
  replyMs: number
}

export const upstreamRoute = (options: UpstreamOptions): Route =>
  options.upstream.isOwn ? exitRoute(options) : customerRoute(options)

/**
 * Connects through an exit of this service. Names are resolved and checked here, and the exit connects to the checked address,
 * because a page could otherwise reach the exit's own network.
 */
const exitRoute = (options: UpstreamOptions): Route => {
  const dial: Dial = async (host, port) => {
    const addresses = await options.dialer.addressesOf(host, port)
    // Not every exit has IPv6.
    const address = addresses.find((text) => !text.includes(':')) ?? `[${addresses[0]}]`
    return openTunnel(await dialUpstream(options), `${address}:${port}`, options)
  }
  return createTunnel(dial, options.traffic)
}

/**
 * Connects through a customer's proxy, which resolves names in its own network. IP literals that are not public, reserved names and
 * names that are known to be private are refused here. Plain HTTP is sent in absolute form, as browsers do, because many proxies
 * tunnel to port 443 only.
 */
const customerRoute = (options: UpstreamOptions): Route => {
  const { upstream, policy, traffic } = options
  const tunnel = createTunnel(
    async (host, port) => openTunnel(await dialUpstream(options), `${host}:${port}`, options),
    traffic,
  )
  const attachHttp = createForwarder({
    ...options,
    dial: () => dialUpstream(options),
    headers: authorizationHeaders(upstream),
  })
  const attachByProtocol = async (client: Socket, host: string, port: number) => {
    if (isPlainHttp(await peek(client))) return attachHttp(client, host, port)
    const attach = await tunnel(host, port)
    attach(client)
  }
  return async (host, port) => {
    admit(host, port, policy)
    if (port === 443) return tunnel(host, port)
    return (client) => {
      attachByProtocol(client, host, port).catch((error) => {
        traffic.fail(host, port, toEgressError(error))
        client.destroy()
      })
    }
  }
}

/** Returns what the client sends first, and leaves it to be read. Does not settle if the connection is destroyed before. */
const peek = async (client: Socket): Promise<Buffer> => {
  await new Promise((resolve) => client.once('readable', resolve))
  const bytes: Buffer = client.read() ?? Buffer.alloc(0)
  client.unshift(bytes)
  return bytes
}

/** TLS begins with a record of the type 22 (RFC 8446, 5.1). A WebSocket has the header early (RFC 6455, 4.1). */
const isPlainHttp = (bytes: Buffer): boolean =>
  bytes[0] !== 22 && !/\r\nupgrade: websocket\r\n/i.test(bytes.toString('latin1'))

const admit = (host: string, port: number, policy: EgressPolicy) => {
  const decision = decideHost(host, port, policy)
  if (!decision.allowed) throw new EgressError('address_blocked', decision)
  if (!decision.named && isPrivateName(decision.host))
    throw new EgressError('address_blocked', { reason: 'reserved_name' })
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
  { upstream, replyMs }: UpstreamOptions,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'CONNECT',
      path: authority,
      headers: ['Host', authority, ...authorizationHeaders(upstream)],
      createConnection: () => socket,
      maxHeaderSize: headerBytesMax,
    })
    const fail = (cause: unknown, failure: 'proxy_failed' | 'proxy_unauthorized' = 'proxy_failed') => {
      clearTimeout(timer)
      socket.destroy()
      reject(new EgressError(failure, { cause }))
    }
    const timer = setTimeout(() => fail(new Error('The proxy did not respond to CONNECT in time.')), replyMs)
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
