import { getDomain } from 'tldts'

/** Decides which URLs belong to the requested page and may receive the caller's secrets. */
interface TargetScope {
  /** Same scheme, host and port. */
  isOwnOrigin(url: string): boolean
  /** Same registrable domain (or the same host, if it has none) and no downgrade from https to http. */
  isOwnSite(url: string): boolean
}

/** Without a target, as for an `html` document, no URL belongs to the page. */
export const createTargetScope = (targetUrl: string | undefined): TargetScope => {
  const target = targetUrl === undefined ? null : URL.parse(targetUrl)
  if (!target) return { isOwnOrigin: () => false, isOwnSite: () => false }
  const site = siteOf(target.hostname)
  return {
    isOwnOrigin: (url) => URL.parse(url)?.origin === target.origin,
    isOwnSite(url) {
      const other = URL.parse(url)
      if (!other || !isWeb(other.protocol)) return false
      if (target.protocol === 'https:' && other.protocol !== 'https:') return false
      return siteOf(other.hostname) === site
    },
  }
}

const isWeb = (protocol: string) => protocol === 'http:' || protocol === 'https:'

/** Private suffixes count, because sites under `github.io` have different owners. */
const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host
