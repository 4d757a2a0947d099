import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { canonicalHost } from '../../core/network/host-name.ts'
import type { Attach } from './tunnel.ts'

/*
 * The server's side of SOCKS 5 (RFC 1928), without authentication and for CONNECT only, which is what Chromium sends
 * (net/socket/socks5_client_socket.cc). The browser sends names as they are, and it speaks HTTP and TLS with the target itself.
 */

const version = 5
const noAuthentication = 0
const connectCommand = 1
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 }

/** Every failure has the same reply, because a page must not learn why a host is unreachable. */
const generalFailure = 1
const succeeded = 0

const reply = (code: number) => Buffer.from([version, code, 0, addressTypes.ipv4, 0, 0, 0, 0, 0, 0])

/**
 * Connects a client of the proxy with the target that it names. Closes the connection of a client that speaks another protocol.
 * @param reach returns undefined if the target cannot be reached
 */
export const serveSocks = async (
  client: Socket,
  reach: (host: string, port: number) => Promise<Attach | undefined>,
): Promise<void> => {
  client.on('error', () => client.destroy())
  const target = await readTarget(client)
  if (target === undefined) return void client.destroy()
  const attach = await reach(target.host, target.port)
  if (attach === undefined) return void client.end(reply(generalFailure))
  client.write(reply(succeeded))
  attach(client)
}

const readTarget = async (client: Socket): Promise<{ host: string; port: number } | undefined> => {
  const { take, putBack } = createReader(client)
  if ((await take(1))[0] !== version) return undefined
  const [methodCount = 0] = await take(1)
  if (!(await take(methodCount)).includes(noAuthentication)) return undefined
  client.write(Buffer.from([version, noAuthentication]))
  const [requested, command, , addressType = 0] = await take(4)
  if (requested !== version || command !== connectCommand) return undefined
  const host = canonicalHost(await takeAddress(take, addressType))
  const port = (await take(2)).readUInt16BE()
  putBack()
  return host === undefined || port === 0 ? undefined : { host, port }
}

const takeAddress = async (take: Reader['take'], type: number): Promise<string> => {
  if (type === addressTypes.ipv4) return (await take(4)).join('.')
  if (type === addressTypes.ipv6) return (await take(16)).toString('hex').replaceAll(/.{4}(?!$)/g, '$&:')
  const [length = 0] = await take(1)
  return (await take(length)).toString('latin1')
}

interface Reader {
  /** Waits for this many bytes. Does not settle if the connection ends before. */
  take(count: number): Promise<Buffer>
  /** Leaves the rest to the next reader. */
  putBack(): void
}

const createReader = (client: Socket): Reader => {
  let received: Buffer = Buffer.alloc(0)
  return {
    async take(count) {
      while (received.length < count) {
        const more: Buffer | null = client.read()
        if (more === null) await new Promise((resolve) => client.once('readable', resolve))
        else received = Buffer.concat([received, more])
      }
      const taken = received.subarray(0, count)
      received = received.subarray(count)
      return taken
    },
    putBack: () => client.unshift(received),
  }
}
