import {
  AddressBlockedError,
  ConnectionFailedError,
  HostNotFoundError,
  InvalidParameterError,
  urlBlocked,
} from '../../base/errors.ts'
import { DeadlineError } from '../../base/timers.ts'
import { type EgressPolicy, withAdvice } from '../../core/network/address-policy.ts'
import { createRobots, robotRulesMax } from '../../core/requests/robots.ts'
import { locationsMax, parseSitemap, siteOf } from '../../core/requests/sitemap.ts'
import { EgressError } from '../../egress/egress-error.ts'
import { FileTooLargeError, type GetFile } from '../../egress/get-file.ts'
import { sitemapUrlsMax } from '../../schema/batches.ts'
import { maskCredentials, withoutCredentials } from '../../schema/http-url.ts'

/**
 * Returns the URLs of a sitemap that are of its site and that robots.txt allows, in their order, each once.
 * @throws AppError 400
 */
export type ReadSitemap = (url: string) => Promise<string[]>

interface Deps {
  getFile: GetFile
  egress: Pick<EgressPolicy, 'advice'>
  nowMs: () => number
}

/** The most files of an index that are read. */
const filesMax = 100

/** The most combinations of scheme, host and port that are asked for files. */
const originsMax = 8

/** The function has 29 s for this and for the list. */
const readMsMax = 18_000

const fileMsMax = 10_000

/** The most that the sitemap protocol allows. */
const sitemapBytesMax = 50 * 1024 * 1024

/** The least that a reader must accept (RFC 9309, 2.5). */
const robotsBytesMax = 500 * 1024

const refusal = (message: string, cause?: unknown) =>
  new InvalidParameterError(`The \`sitemap\` ${message}`, { cause })

interface Reading extends Deps {
  /** The URL of the request, with its credentials. */
  first: URL
  endMs: number
}

export const createReadSitemap =
  (deps: Deps): ReadSitemap =>
  async (url) => {
    const reading = { ...deps, first: new URL(url), endMs: deps.nowMs() + readMsMax }
    const listed = await readAll(reading)
    const isAllowed = createIsAllowed(reading)
    const urls: string[] = []
    for (const page of listed) {
      // A robots.txt may have many rules.
      leftMs(reading)
      if (await isAllowed(page)) urls.push(page.href)
    }
    if (urls.length === 0)
      throw refusal(
        listed.length === 0
          ? `has no URL of the site ${siteOf(reading.first)}.`
          : `has only URLs that the robots.txt of the site disallows.`,
      )
    return urls
  }

/** @throws AppError 400 if no time is left */
const leftMs = ({ nowMs, endMs }: Reading): number => {
  const left = endMs - nowMs()
  if (left <= 0) throw tookTooLong()
  return left
}

const useFile = 'Use one of the files that it names.'

const tookTooLong = (cause?: unknown) =>
  refusal(`took longer than ${readMsMax / 1000} seconds to read. ${useFile}`, cause)

/** Returns the pages of a sitemap and, if it is an index, of its files. */
const readAll = async (reading: Reading): Promise<URL[]> => {
  const site = siteOf(reading.first)
  const files = new Set([withoutCredentials(reading.first.href)])
  const pages = new Map<string, URL>()
  const origins = new Set([reading.first.origin])
  for (const file of files) {
    const { kind, urls, base } = await readFile(reading, file)
    for (const text of urls) {
      const own = toOwnUrl(text, base, site)
      if (!own) continue
      if (kind === 'index') files.add(own.href)
      else pages.set(own.href, own)
      origins.add(own.origin)
      assertSize(files.size, pages.size, origins.size)
    }
  }
  return [...pages.values()]
}

const assertSize = (files: number, pages: number, origins: number) => {
  if (files > filesMax) throw refusal(`names more than ${filesMax} files. ${useFile}`)
  if (pages > sitemapUrlsMax) throw tooMany(sitemapUrlsMax)
  if (origins > originsMax)
    throw refusal(`has URLs with more than ${originsMax} combinations of scheme, host and port. ${useFile}`)
}

const tooMany = (count: number) =>
  refusal(
    `has more than ${count.toLocaleString('en')} URLs. ${useFile} Or send its URLs as the \`requests\` of several batches.`,
  )

const toOwnUrl = (text: string, base: string, site: string): URL | undefined => {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol) || siteOf(url) !== site) return undefined
  url.hash = ''
  return url
}

const readFile = async (reading: Reading, file: string) => {
  const { status, text, url } = await get(reading, file, sitemapBytesMax)
  const name = maskCredentials(file)
  if (status !== 200) throw refusal(`could not be read: ${name} responded with status ${status}.`)
  const sitemap = parseSitemap(text)
  if (!sitemap) throw refusal(`could not be read: ${name} is no sitemap, sitemap index or list of URLs.`)
  if (sitemap.urls.length > locationsMax) throw tooMany(locationsMax)
  // The credentials are for the files, not for the pages.
  return { ...sitemap, base: withoutCredentials(url) }
}

/** Reads the robots.txt of each origin once. Without one, everything is allowed. */
const createIsAllowed = (reading: Reading) => {
  const origins = new Map<string, Promise<(path: string) => boolean>>()
  return async ({ origin, pathname, search }: URL): Promise<boolean> => {
    const robots = origins.get(origin) ?? readRobots(reading, origin)
    origins.set(origin, robots)
    return (await robots)(`${pathname}${search}`)
  }
}

const readRobots = async (reading: Reading, origin: string) => {
  const { status, text } = await get(reading, `${origin}/robots.txt`, robotsBytesMax)
  // RFC 9309, 2.3.1.4: a file that the server fails to send disallows everything.
  if (status >= 500)
    throw refusal(
      `cannot be used: ${origin}/robots.txt responded with status ${status}, so nothing is allowed.`,
    )
  const isAllowed = createRobots(status === 200 ? text : '')
  if (isAllowed) return isAllowed
  throw refusal(
    `cannot be used: ${origin}/robots.txt has more than ${robotRulesMax.toLocaleString('en')} rules for this service.`,
  )
}

const get = async (reading: Reading, url: string, bytesMax: number) => {
  const left = leftMs(reading)
  try {
    return await reading.getFile(withCredentials(url, reading.first), {
      bytesMax,
      fileMs: Math.min(fileMsMax, left),
    })
  } catch (error) {
    if (error instanceof DeadlineError && left < fileMsMax) throw tookTooLong(error)
    throw toAppError(error, { url: maskCredentials(url), bytesMax, egress: reading.egress })
  }
}

/** The credentials of the sitemap open the other files of its origin. */
const withCredentials = (text: string, { origin, username, password }: URL): string => {
  const url = new URL(text)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return text
  url.username = username
  url.password = password
  return url.href
}

interface Attempt {
  url: string
  bytesMax: number
  egress: Deps['egress']
}

const sizes = new Map([
  [sitemapBytesMax, '50 MB'],
  [robotsBytesMax, '500 KB'],
])

const toAppError = (error: unknown, { url, bytesMax, egress }: Attempt): unknown => {
  const at = `The \`sitemap\` could not be read: ${url}`
  if (error instanceof FileTooLargeError)
    return refusal(`could not be read: ${url} is larger than ${sizes.get(bytesMax)}.`, error)
  if (error instanceof DeadlineError)
    return new ConnectionFailedError(`${at} did not respond within 10 seconds.`, { cause: error })
  if (error instanceof EgressError && error.failure === 'address_blocked')
    return new AddressBlockedError(withAdvice(urlBlocked, egress), { cause: error })
  if (error instanceof EgressError && error.failure === 'host_not_found')
    return new HostNotFoundError(`${at} has a host that does not exist.`, { cause: error })
  return new ConnectionFailedError(`${at} could not be reached.`, { cause: error })
}
