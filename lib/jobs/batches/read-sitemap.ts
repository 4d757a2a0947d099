import {
  AddressBlockedError,
  ConnectionFailedError,
  HostNotFoundError,
  InvalidParameterError,
  urlBlocked,
} from '../../base/errors.ts'
import { DeadlineError } from '../../base/timers.ts'
import { type EgressPolicy, withAdvice } from '../../core/network/address-policy.ts'
import { createRobots } from '../../core/requests/robots.ts'
import { parseSitemap, siteOf } from '../../core/requests/sitemap.ts'
import { EgressError } from '../../egress/egress-error.ts'
import { FileTooLargeError, type GetFile } from '../../egress/get-file.ts'
import { sitemapUrlsMax } from '../../schema/batches.ts'

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

/** The function has 29 s, of which one file takes at most 10 s. */
const readMsMax = 14_000

const refusal = (message: string, cause?: unknown) =>
  new InvalidParameterError(`The \`sitemap\` ${message}`, { cause })

export const createReadSitemap =
  (deps: Deps): ReadSitemap =>
  async (url) => {
    const site = siteOf(new URL(url))
    const listed = await readAll(deps, url, site)
    const isAllowed = createIsAllowed(deps)
    const urls: string[] = []
    for (const page of listed) if (await isAllowed(page)) urls.push(page.href)
    if (urls.length === 0)
      throw refusal(
        listed.length === 0
          ? `has no URL of the site ${site}.`
          : `has only URLs that the robots.txt of the site disallows.`,
      )
    return urls
  }

/** Returns the pages of a sitemap and, if it is an index, of its files. */
const readAll = async (deps: Deps, first: string, site: string): Promise<URL[]> => {
  const endMs = deps.nowMs() + readMsMax
  const files = new Set([first])
  const pages = new Map<string, URL>()
  for (const file of files) {
    if (deps.nowMs() > endMs) throw refusal(`took too long to read. ${useFile}`)
    const { kind, urls } = await readFile(deps, file)
    const own = urls.flatMap((text) => toOwnUrl(text, file, site) ?? [])
    if (kind === 'index') for (const { href } of own) files.add(href)
    else for (const page of own) pages.set(page.href, page)
    assertSize(files.size, pages.size)
  }
  return [...pages.values()]
}

const useFile = 'Use one of the files that it names.'

const assertSize = (files: number, pages: number) => {
  if (files > filesMax) throw refusal(`names more than ${filesMax} files. ${useFile}`)
  if (pages > sitemapUrlsMax)
    throw refusal(
      `has more than 10,000 URLs. ${useFile} Or send its URLs as the \`requests\` of several batches.`,
    )
}

const toOwnUrl = (text: string, base: string, site: string): URL | undefined => {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol) || siteOf(url) !== site) return undefined
  url.hash = ''
  return url
}

const readFile = async (deps: Deps, url: string) => {
  const { status, text } = await get(deps, url)
  if (status !== 200) throw refusal(`could not be read: ${url} responded with status ${status}.`)
  const sitemap = parseSitemap(text)
  if (!sitemap) throw refusal(`could not be read: ${url} is no sitemap, sitemap index or list of URLs.`)
  return sitemap
}

/** Reads the robots.txt of each origin once. Without one, everything is allowed. */
const createIsAllowed = (deps: Deps) => {
  const origins = new Map<string, Promise<(path: string) => boolean>>()
  return async ({ origin, pathname, search }: URL): Promise<boolean> => {
    const robots = origins.get(origin) ?? readRobots(deps, origin)
    origins.set(origin, robots)
    return (await robots)(`${pathname}${search}`)
  }
}

const readRobots = async (deps: Deps, origin: string) => {
  const { status, text } = await get(deps, `${origin}/robots.txt`)
  // RFC 9309, 2.3.1.4: a file that the server fails to send disallows everything.
  if (status >= 500)
    throw refusal(
      `cannot be used: ${origin}/robots.txt responded with status ${status}, so nothing is allowed.`,
    )
  return createRobots(status === 200 ? text : '')
}

const get = async ({ getFile, egress }: Deps, url: string) => {
  try {
    return await getFile(url)
  } catch (error) {
    throw toAppError(error, url, egress)
  }
}

const toAppError = (error: unknown, url: string, egress: Deps['egress']): unknown => {
  const at = `The \`sitemap\` could not be read: ${url}`
  if (error instanceof FileTooLargeError)
    return refusal(`could not be read: ${url} is larger than 50 MB.`, error)
  if (error instanceof DeadlineError)
    return new ConnectionFailedError(`${at} did not respond within 10 seconds.`, { cause: error })
  if (error instanceof EgressError && error.failure === 'address_blocked')
    return new AddressBlockedError(withAdvice(urlBlocked, egress), { cause: error })
  if (error instanceof EgressError && error.failure === 'host_not_found')
    return new HostNotFoundError(`${at} has a host that does not exist.`, { cause: error })
  return new ConnectionFailedError(`${at} could not be reached.`, { cause: error })
}
