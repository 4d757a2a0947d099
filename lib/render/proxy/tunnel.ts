import type { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { parseAuthority } from '../../core/network/host-name.ts'
import { EgressError, toEgressError } from '../../egress/egress-error.ts'
import { emptyResponse, recordFailure, statusOf } from './refusal.ts'
import type { Relay } from './relay.ts'

/** Handles CONNECT: HTTPS, and WebSockets of either kind. */
export const createTunneler =
  ({ route, traffic, sites }: Relay) =>
  async (authority: string, client: Duplex, head: Buffer): Promise<void> => {
    client.on('error', () => client.destroy())
    const target = parseAuthority(authority)
    if (target === undefined) return void client.end(emptyResponse(400))
    const { host, port } = target
    try {
      // A site inside the process has no TLS and no sockets.
      if (sites.has(host)) throw new EgressError('address_blocked', { reason: 'reserved_name' })
      if (traffic.overBudget) throw new EgressError('over_budget')
      const remote = await route.tunnel(host, port)
      if (client.destroyed) return void remote.destroy()
      traffic.succeed(host, port)
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      remote.write(head)
      remote.on('data', ({ length }: Buffer) => traffic.receive(length))
      join(client, remote)
    } catch (thrown) {
      const error = toEgressError(thrown)
      recordFailure(traffic, host, port, error)
      client.end(emptyResponse(statusOf(error)))
    }
  }

const join = (client: Duplex, remote: Socket) => {
  client.pipe(remote).pipe(client)
  client.once('close', () => remote.destroy())
  // Data that arrived before an orderly end is still written.
  remote.once('close', () => (remote.readableEnded ? client.end() : client.destroy()))
}
