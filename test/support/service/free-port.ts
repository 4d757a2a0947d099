import { once } from 'node:events'
import { createServer } from 'node:net'

const canListen = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

/**
 * Returns a port for a service that is stopped and started again. It is below those that the kernel gives to outgoing connections
 * (from 32768 on): while the service is down, any client could be given its port, even one that keeps calling the service, which then
 * connects to itself. The next start would fail with EADDRINUSE.
 */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    if (await canListen(port)) return port
  }
}
