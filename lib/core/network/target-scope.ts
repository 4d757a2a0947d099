import { getDomain } from 'tldts'

/** What belongs to the page that was asked for, and may therefore see the caller's secrets. */
export interface TargetScope {
  /** Same scheme, host and port. */
  isOwnOrigin(url: string): boolean
  /** Same registrable domain (or the same host, where there is none) and no step down from https to http. */
  isOwnSite(url: string): boolean
}

/** Without a target, as for an `html` document, nothing is its own. */
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

/** Private suffixes count: the neighbours under `github.io` belong to other people. */
const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true }) ?? host
