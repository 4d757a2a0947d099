import type { Server } from 'node:net'
import { servicePorts } from '../core/network/service-ports.ts'

const attemptsMax = 200

/** Listens on a free loopback port that no page may reach. Rejects with the error of the last attempt. */
export const listenPrivately = async (server: Server): Promise<void> => {
  const count = servicePorts.last - servicePorts.first + 1
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listen(server, servicePorts.first + Math.floor(Math.random() * count))
    } catch (error) {
      if (attempt === attemptsMax || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
