import { type FiltersEngine, Request, type RequestType } from '@ghostery/adblocker'

/** The list of cookie notices, for decisions that depend on a host and not on the rest of a URL. */
export interface NoticeList {
  /** Whether the list has rules for this host or site alone. They name paths and exceptions, which need the URL of each request. */
  hasRulesFor(host: string): boolean
  /** Whether a page on `documentUrl` may load nothing from the host, as from most consent platforms. */
  refuses(host: string, documentUrl: string): boolean
}

/** A host is refused only if rules block all of these types. */
const types: readonly RequestType[] = ['script', 'image', 'sub_frame']

/** A path that no rule names: a rule that matches it matches every path. */
const anyPath = 'stillframe'

/**
 * @param sites hosts, and names without a suffix (`conrad` stands for `conrad.de` and `conrad.fr`)
 */
export const createNoticeList = (engine: FiltersEngine, sites: ReadonlySet<string>): NoticeList => ({
  hasRulesFor(host) {
    const labels = host.split('.')
    return labels.some((label, index) => sites.has(label) || sites.has(labels.slice(index).join('.')))
  },
  refuses(host, documentUrl) {
    const url = `https://${host}/${anyPath}`
    return types.every(
      (type) => engine.match(Request.fromRawDetails({ type, url, sourceUrl: documentUrl })).match,
    )
  },
})
