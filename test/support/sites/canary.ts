import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll } from 'vitest'

/** Something on this machine that no page may reach: it counts what arrives over any protocol. */
export interface Canary {
  /** The same for TCP and UDP, on 127.0.0.1 and, where the machine has IPv6, on ::1. */
  port: number
  connections(): number
  datagrams(): number
}

/** The content of every response of the canary, which makes a leak visible in the page too. */
export const canaryMarker = 'canary-marker-5d1f'

const response = `HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: text/html\r\nContent-Length: ${canaryMarker.length}\r\n\r\n${canaryMarker}`

/** Ends with the file, or with the test for `onTestFinished`. */
export const startCanary = async (onEnd: (close: () => void) => void = afterAll): Promise<Canary> => {
  let connections = 0
  let datagrams = 0
  const listen = async (host: string, port: number) => {
    const server = createServer((socket) => {
      connections++
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end(response))
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
    return server
  }
  const first = await listen('127.0.0.1', 0)
  const { port } = first.address() as AddressInfo
  const second = await listen('::1', port).catch(() => undefined)
  const udp = createSocket('udp4', () => datagrams++)
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
  onEnd(() => {
    for (const server of [udp, first, second]) server?.close()
  })
  return {
    port,
    connections: () => connections,
    datagrams: () => datagrams,
  }
}
