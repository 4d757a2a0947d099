import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, normalize, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { siteHeadersOf } from '../infra/headers.ts'
import { cacheControlOf, contentTypeOf } from '../infra/site.ts'
import { decideCompression } from './lambda/gateway/compression.ts'

/**
 * Serves the files of the generated site with the headers that CloudFront adds.
 * @returns false if the file does not exist. The API then returns 404. Rejects if the file cannot be read or the client disconnects
 */
export const createSite =
  (siteDir: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const path = toPath(siteDir, request.url ?? '/')
    if (path === undefined) return false
    const found = await findFile(path)
    if (found === undefined) return false
    await send(found, siteDir, request, response)
    return true
  }

const send = async (
  { path, bytes }: FoundFile,
  siteDir: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const key = relative(siteDir, path).split(sep).join('/')
  const contentType = contentTypeOf(path)
  const { headers, encoder } = decideCompression(request, { contentType, bytes })
  response.writeHead(200, {
    ...siteHeadersOf(key),
    'cache-control': cacheControlOf(key),
    'content-type': contentType,
    ...headers,
    ...(!encoder && { 'content-length': bytes }),
  })
  if (request.method === 'HEAD') response.end()
  else await pipeline([createReadStream(path), ...(encoder ? [encoder] : []), response])
}

interface FoundFile {
  path: string
  bytes: number
}

/** Returns a path below the site's folder, or undefined if the URL leaves the folder or is malformed. */
const toPath = (siteDir: string, url: string): string | undefined => {
  try {
    const path = join(siteDir, normalize(decodeURIComponent(new URL(url, 'http://site.invalid').pathname)))
    return path.startsWith(siteDir + sep) && !path.includes('\0') ? path : undefined
  } catch {
    // Malformed percent encoding. No file has such a name.
    return undefined
  }
}

const findFile = async (path: string): Promise<FoundFile | undefined> => {
  const entry = await stat(path).catch(() => undefined)
  return entry?.isFile() ? { path, bytes: entry.size } : undefined
}
