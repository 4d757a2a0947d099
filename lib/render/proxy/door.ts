import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { listenPrivately } from '../../egress/listen-privately.ts'

/** Node's own 16 kB turn pages with many cookies and policies into failures. */
export const headerBytesMax = 262_144

/**
 * A proxy's port without a render behind it yet: a browser context, which names its proxy when it is made, can be made for
 * it ahead of time. Until `startEgress` takes it, it accepts nothing.
 */
export interface Door {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly server: Server
  /** From here on connections are let in. */
  open(): void
  close(): void
}

export const createDoor = async (): Promise<Door> => {
  const server = createServer({ maxHeaderSize: headerBytesMax, keepAliveTimeout: 0 })
  const refuse = (socket: Socket) => socket.destroy()
  server.on('connection', refuse)
  await listenPrivately(server)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    open: () => server.off('connection', refuse),
    close: () => server.close(),
  }
}
