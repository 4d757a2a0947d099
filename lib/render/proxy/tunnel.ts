import type { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import type { Dial } from '../../egress/dial.ts'
import type { TrafficLog } from './traffic-log.ts'

/** Connects a client, which has sent nothing yet, with a target. */
export type Attach = (client: Socket) => void

/** Reaches a target, directly or through another proxy. Throws EgressError. */
export type Route = (host: string, port: number) => Promise<Attach>

/** Carries bytes both ways. `dial` opens a connection whose other end is the target. */
export const createTunnel =
  (dial: Dial, traffic: TrafficLog): Route =>
  async (host, port) => {
    const remote = await dial(host, port)
    traffic.succeed(host, port)
    return (client) => {
      if (client.destroyed) return void remote.destroy()
      remote.on('data', ({ length }: Buffer) => traffic.receive(length))
      join(client, remote)
    }
  }

const join = (client: Socket, remote: Socket) => {
  client.pipe(remote).pipe(client)
  client.once('close', () => remote.destroy())
  // Data that arrived before an orderly end is still written. A body without a length would otherwise seem complete.
  remote.once('close', () => (remote.readableEnded ? client.end() : client.resetAndDestroy()))
}
