import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen on a free port of 127.0.0.1 until the test ends, and returns the port. Outside of a test, pass `afterAll`. */
export const listen = async (
  server: Server,
  onEnd: (close: () => void) => void = onTestFinished,
): Promise<number> => {
  onEnd(() => {
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections()
    server.close()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
