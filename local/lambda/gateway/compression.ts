import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

/** Shorter texts fit into one packet anyway. */
const bytesMin = 1_024

/** Events must arrive when they are sent. Images, videos and fonts are compressed already. */
const compressible = /^(?:text\/(?!event-stream)|application\/(?:json|xml|manifest\+json)|image\/svg\+xml)/

/** In order of preference. The default quality of Brotli takes ten times as long for a few percent. */
const encoders: Readonly<Record<string, () => Transform>> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
}

/** Returns how a text is sent to a client: the headers, and the stream that compresses the body if the client accepts one. */
export const decideCompression = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { contentType, bytes }: { contentType: string; bytes: number },
): { headers: Record<string, string>; encoder?: Transform } => {
  if (bytes < bytesMin || !compressible.test(contentType)) return { headers: {} }
  const accepted = acceptedBy(String(headers['accept-encoding'] ?? ''))
  const name = Object.keys(encoders).find((encoding) => accepted.has(encoding))
  const encoder = name === undefined ? undefined : encoders[name]?.()
  return {
    headers: { vary: 'Accept-Encoding', ...(name !== undefined && { 'content-encoding': name }) },
    ...(encoder && { encoder }),
  }
}

const acceptedBy = (header: string): ReadonlySet<string> =>
  new Set(
    header
      .toLowerCase()
      .split(',')
      .map((entry) => entry.split(';').map((part) => part.trim()))
      .filter(([, quality = 'q=1']) => Number(quality.slice(2)) > 0)
      .map(([name = '']) => name),
  )
