import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { listenPrivately } from '../../egress/listen-privately.ts'

/** Node's own limit of 16 kB breaks pages with many cookies and policies. */
export const headerBytesMax = 262_144

/**
 * The listener of an egress proxy. A browser context names its proxy when it is created, so the listener exists before the render
 * whose egress will use it. Until that egress starts, it refuses every connection.
 */
export interface ProxyPort {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly server: Server
  /** Accepts connections from now on. */
  open(): void
  close(): void
}

export const reserveProxyPort = async (): Promise<ProxyPort> => {
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
