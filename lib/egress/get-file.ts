import { type IncomingMessage, request as send } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { within } from '../base/timers.ts'
import type { EgressPolicy } from '../core/network/address-policy.ts'
import { robotName } from '../core/requests/robots.ts'
import { createDialer } from './dial.ts'
import { EgressError } from './egress-error.ts'
import { connectMsMax, openConnection } from './post-webhook.ts'
import { createResolveHost } from './resolve-host.ts'

interface GottenFile {
  status: number
  /** After redirects. */
  url: string
  /** Decompressed. */
  text: string
}

/** Gets a small file of a site. @throws EgressError, FileTooLargeError, DeadlineError */
export type GetFile = (url: string) => Promise<GottenFile>

/** The file is larger than a sitemap may be. */
export class FileTooLargeError extends Error {}

interface Options {
  policy: EgressPolicy
  /** For the file with all redirects. */
  fileMs?: number
}

/** The most that the sitemap protocol allows, uncompressed. */
const bytesMax = 50 * 1024 * 1024

const redirectsMax = 5

/** Gets each file over a new connection to an address that the policy allows at that moment, as the pages of renders do. */
export const createGetFile =
  ({ policy, fileMs = 10_000 }: Options): GetFile =>
  async (first) => {
    const { resolve, cancel } = createResolveHost()
    const dialer = createDialer({
      policy,
      resolve,
      connectMs: connectMsMax,
      connectionsMax: redirectsMax + 1,
    })
    const get = async (url: string, redirects: number): Promise<GottenFile> => {
      const target = new URL(url)
      if (target.protocol !== 'http:' && target.protocol !== 'https:')
        throw new EgressError('address_blocked')
      const socket = await openConnection(target, { dial: dialer.dial, connectMs: connectMsMax })
      const response = await exchange(target, socket)
      const status = response.statusCode ?? 0
      const { location } = response.headers
      if (status >= 300 && status < 400 && location !== undefined && redirects < redirectsMax) {
        response.destroy()
        return get(new URL(location, target).href, redirects + 1)
      }
      return { status, url, text: toText(await readBody(response)) }
    }
    try {
      return await within(get(first, 0), fileMs)
    } finally {
      dialer.close()
      cancel()
    }
  }

const exchange = (
  url: URL,
  connection: ReturnType<typeof openConnection> extends Promise<infer S> ? S : never,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = send({
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, 'User-Agent': robotName, 'Accept-Encoding': 'gzip', Connection: 'close' },
    createConnection: () => connection,
  })
  const fail = (cause: unknown) => reject(new EgressError('connection_failed', { cause }))
  outgoing.on('error', fail)
  outgoing.on('close', fail)
  outgoing.on('response', resolve)
  outgoing.end()
  return promise
}

const readBody = async (response: IncomingMessage): Promise<Buffer> => {
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
const toText = (body: Buffer): string => {
  let plain = body
  for (let layers = 0; layers < 2 && plain[0] === 0x1f && plain[1] === 0x8b; layers += 1)
    plain = gunzip(plain)
  return plain.toString('utf8')
}

const gunzip = (body: Buffer): Buffer => {
  try {
    return gunzipSync(body, { maxOutputLength: bytesMax })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new FileTooLargeError('The file is too large.', { cause: error })
    throw new EgressError('connection_failed', { cause: error })
  }
}
