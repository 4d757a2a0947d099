import { type IncomingMessage, request as send } from 'node:http'
import type { Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { within } from '../base/timers.ts'
import type { EgressPolicy } from '../core/network/address-policy.ts'
import { robotName } from '../core/requests/robots.ts'
import { authorizationHeader, connectMsMax, openConnection } from './call-receiver.ts'
import { createDialer } from './dial.ts'
import { EgressError } from './egress-error.ts'
import { createResolveHost } from './resolve-host.ts'

interface GottenFile {
  status: number
  /** After redirects. */
  url: string
  /** Decompressed. */
  text: string
}

interface FileLimits {
  /** Decompressed. */
  bytesMax: number
  /** For the file with all redirects. */
  fileMs: number
}

/**
 * Gets a small file of a site. Credentials in the URL are sent to its origin only.
 * @throws EgressError, FileTooLargeError, DeadlineError
 */
export type GetFile = (url: string, limits: FileLimits) => Promise<GottenFile>

/** The file is larger than it may be. */
export class FileTooLargeError extends Error {}

const redirectsMax = 5

/** Gets each file over a new connection to an address that the policy allows at that moment, as the pages of renders do. */
export const createGetFile =
  ({ policy }: { policy: EgressPolicy }): GetFile =>
  async (first, { bytesMax, fileMs }) => {
    const { resolve, cancel } = createResolveHost()
    const dialer = createDialer({
      policy,
      resolve,
      connectMs: connectMsMax,
      connectionsMax: redirectsMax + 1,
    })
    const get = async (
      target: URL,
      authorization: Record<string, string>,
      redirects = 0,
    ): Promise<GottenFile> => {
      assertHttp(target)
      const socket = await openConnection(target, { dial: dialer.dial, connectMs: connectMsMax })
      const response = await exchange(target, socket, authorization)
      const location = redirectOf(response)
      if (location !== undefined && redirects < redirectsMax) {
        response.destroy()
        const next = new URL(location, target)
        return get(next, next.origin === target.origin ? authorization : {}, redirects + 1)
      }
      return {
        status: response.statusCode ?? 0,
        url: target.href,
        text: toText(await readBody(response, bytesMax), bytesMax),
      }
    }
    try {
      const url = new URL(first)
      return await within(get(url, authorizationHeader(url)), fileMs)
    } finally {
      dialer.close()
      cancel()
    }
  }

const assertHttp = ({ protocol }: URL) => {
  if (protocol !== 'http:' && protocol !== 'https:') throw new EgressError('address_blocked')
}

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage) =>
  statusCode >= 300 && statusCode < 400 ? headers.location : undefined

const exchange = (url: URL, connection: Socket, authorization: Record<string, string>) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = send({
    path: `${url.pathname}${url.search}`,
    headers: {
      Host: url.host,
      ...authorization,
      'User-Agent': robotName,
      'Accept-Encoding': 'gzip',
      Connection: 'close',
    },
    createConnection: () => connection,
  })
  const fail = (cause: unknown) => reject(new EgressError('connection_failed', { cause }))
  outgoing.on('error', fail)
  outgoing.on('close', fail)
  outgoing.on('response', resolve)
  outgoing.end()
  return promise
}

const readBody = async (response: IncomingMessage, bytesMax: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > bytesMax) throw new FileTooLargeError('The file is too large.')
      chunks.push(chunk)
    }
  } catch (cause) {
    throw cause instanceof FileTooLargeError ? cause : new EgressError('connection_failed', { cause })
  }
  return Buffer.concat(chunks)
}

/** A file may be compressed on the way, as a file, or both. */
const toText = (body: Buffer, bytesMax: number): string => {
  let plain = body
  for (let layers = 0; layers < 2 && plain[0] === 0x1f && plain[1] === 0x8b; layers += 1)
    plain = gunzip(plain, bytesMax)
  return plain.toString('utf8')
}

const gunzip = (body: Buffer, bytesMax: number): Buffer => {
  try {
    return gunzipSync(body, { maxOutputLength: bytesMax })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new FileTooLargeError('The file is too large.', { cause: error })
    throw new EgressError('connection_failed', { cause: error })
  }
}
