import { connect, type LookupFunction, type Socket } from 'node:net'
import { decideAddresses, decideHost, type EgressPolicy } from '../core/network/address-policy.ts'
import { EgressError, toEgressError } from './egress-error.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Opens a connection to a host that the policy allows. Throws EgressError. */
export type Dial = (host: string, port: number) => Promise<Socket>

interface DialerOptions {
  policy: EgressPolicy
  resolve: ResolveHost
  connectMs: number
  connectionsMax: number
}

export interface Dialer {
  dial: Dial
  /** The addresses that `dial` would try, for a proxy to connect to. Throws EgressError. */
  addressesOf(host: string, port: number): Promise<readonly string[]>
  close(): void
}

/** `close` ends every connection, open or in progress, and refuses new ones. */
export const createDialer = (options: DialerOptions): Dialer => {
  const sockets = new Set<Socket>()
  let isClosed = false
  const addressesOf = createPinnedResolver(options)
  const dial: Dial = async (host, port) => {
    const addresses = await addressesOf(host, port)
    // Counted after the wait, because names that resolve at the same time would exceed the limit together.
    if (isClosed || sockets.size >= options.connectionsMax) throw new EgressError('connection_failed')
    const socket = openSocket(addresses, port)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    await connected(socket, options.connectMs)
    return socket
  }
  const close = () => {
    isClosed = true
    for (const socket of sockets) socket.destroy()
  }
  return { dial, addressesOf, close }
}

/** A name keeps its first DNS response for the whole render, because DNS rebinding relies on a second one after the check. */
const createPinnedResolver = ({ policy, resolve }: DialerOptions) => {
  const pins = new Map<string, Promise<readonly string[]>>()
  const resolveOnce = (host: string, named: boolean) => {
    const pinned = pins.get(host)
    if (pinned) return pinned
    const addresses = resolve(host, { named }).catch((error) => {
      throw new EgressError('host_not_found', { cause: error })
    })
    pins.set(host, addresses)
    return addresses
  }
  return async (host: string, port: number): Promise<readonly string[]> => {
    const decision = decideHost(host, port, policy)
    if (!decision.allowed) throw new EgressError('address_blocked', decision)
    if (decision.address !== undefined) return [decision.address]
    const addresses = await resolveOnce(decision.host, decision.named)
    if (addresses.length === 0) throw new EgressError('host_not_found')
    const checked = decideAddresses(decision.host, port, addresses, policy)
    if (!checked.allowed) throw new EgressError('address_blocked', checked)
    return checked.addresses
  }
}

/** Node does not see the name. It receives the checked addresses only, and tries them in turn. */
const openSocket = (addresses: readonly string[], port: number): Socket => {
  const pinned = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, pinned)
  return connect({
    host: 'pinned.invalid',
    port,
    lookup,
    noDelay: true,
    allowHalfOpen: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 500,
  })
}

const connected = (socket: Socket, connectMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('No connection in time')), connectMs)
    // The listener stays for the socket's lifetime, because an error without a listener would end the process.
    socket.on('error', (error) => reject(toEgressError(error)))
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new EgressError('connection_failed'))
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve()
    })
  })
