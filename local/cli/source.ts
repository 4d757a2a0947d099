import { readFile, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import { UsageError } from '../accounts/usage-error.ts'

/**
 * Returns the page that a command names. What has a scheme is a URL, what exists is a file, and what begins with a host is a URL whose scheme
 * is `http` on this machine and for addresses, else `https`.
 * @throws UsageError for anything else
 */
export const readSource = async (source: string | undefined): Promise<{ url: string } | { html: string }> => {
  if (source === undefined) throw new UsageError('Name a URL, an HTML file, or - for HTML on standard input.')
  if (source === '-') return { html: await text(process.stdin) }
  if (!source.includes('://') && (await isFile(source))) return { html: await readFile(source, 'utf8') }
  const url = toUrl(source)
  if (url === undefined)
    throw new UsageError(`There is no file ${source}. The URL of a page begins with https:// or a host name.`)
  return { url }
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** Returns the URL of a service or a program. @param name where it was given @throws UsageError for another scheme */
export const readWebUrl = (name: string, url: string): string => {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
  throw new UsageError(
    `${name} is ${url}. It must begin with http:// or https://, such as http://127.0.0.1:3000.`,
  )
}

/** Returns undefined for what is more probably a path than a host. */
export const toUrl = (source: string): string | undefined => {
  if (source.includes('://')) return source
  const { hostname } = URL.parse(`https://${source}`) ?? {}
  if (hostname === undefined) return undefined
  if (hostname === 'localhost' || isIP(hostname.replace(/[[\]]/g, '')) > 0) return `http://${source}`
  const isName = hostname.includes('.') && !hostname.startsWith('.') && !/\.x?html?$/.test(hostname)
  return isName ? `https://${source}` : undefined
}
