import { getDomain } from 'tldts'

/** Decides which URLs belong to the requested page and may receive the caller's secrets. */
interface TargetScope {
  /** Same scheme, host and port. */
  isOwnOrigin(url: string): boolean
  /** Same host, on any port, and no downgrade from https to http. Cookies do not distinguish ports (RFC 6265, 8.5). */
  isOwnHost(url: string): boolean
  /** Same registrable domain (or the same host, if it has none) and no downgrade from https to http. */
  isOwnSite(url: string): boolean
}

/** Without a target, as for an `html` document, no URL belongs to the page. */
export const createTargetScope = (targetUrl: string | undefined): TargetScope => {
  const target = targetUrl === undefined ? null : URL.parse(targetUrl)
  if (!target) return { isOwnOrigin: () => false, isOwnHost: () => false, isOwnSite: () => false }
  const site = siteOf(target.hostname)
  const hostWithoutDowngrade = (url: string) => {
    const other = URL.parse(url)
    if (!other || !isWeb(other.protocol)) return undefined
    return target.protocol === 'https:' && other.protocol !== 'https:' ? undefined : other.hostname
  }
  return {
    isOwnOrigin: (url) => URL.parse(url)?.origin === target.origin,
    isOwnHost: (url) => hostWithoutDowngrade(url) === target.hostname,
    isOwnSite(url) {
      const host = hostWithoutDowngrade(url)
      return host !== undefined && siteOf(host) === site
    },
  }
}

const isWeb = (protocol: string) => protocol === 'http:' || protocol === 'https:'

/** Private suffixes count, because sites under `github.io` have different owners. */
const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host
