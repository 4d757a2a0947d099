import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

/**
 * Opens a TLS session over an open connection. The certificate must be valid for the host, which is also sent to the server (Node
 * sends it only if it opens the connection itself).
 * @param host as in a URL, IPv6 in brackets
 */
export const secureSocket = (socket: Socket, host: string, handshakeMs: number): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const bareHost = host.replace(/^\[|\]$/g, '')
    const secured = connect({
      socket,
      host: bareHost,
      ...(isIP(bareHost) === 0 && { servername: bareHost }),
      ALPNProtocols: ['http/1.1'],
      // Explicit, because an environment variable could otherwise turn it off.
      rejectUnauthorized: true,
    })
    const timer = setTimeout(() => secured.destroy(new Error('No TLS handshake in time.')), handshakeMs)
    secured.once('secureConnect', () => {
      clearTimeout(timer)
      resolve(secured)
    })
    // The listener stays for the socket's lifetime, because an error without a listener would end the process.
    secured.on('error', reject)
    secured.once('close', () => {
      clearTimeout(timer)
      reject(new Error('The connection was closed before the TLS handshake ended.'))
    })
  })
