import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { listenPrivately } from '../../egress/listen-privately.ts'

/**
 * The listener of an egress proxy. A browser context names its proxy when it is created, so the listener exists before the render
 * whose egress will use it. Until that egress starts, it refuses every connection.
 */
export interface ProxyPort {
  /** `socks5://127.0.0.1:<port>` */
  readonly url: string
  readonly server: Server
  /** Accepts connections from now on. */
  open(): void
  close(): void
}

export const reserveProxyPort = async (): Promise<ProxyPort> => {
  const server = createServer({ allowHalfOpen: true, noDelay: true })
  const refuse = (socket: Socket) => socket.destroy()
  server.on('connection', refuse)
  await listenPrivately(server)
  return {
    url: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    open: () => server.off('connection', refuse),
    close: () => server.close(),
  }
}
