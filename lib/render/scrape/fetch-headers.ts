import { toAcceptLanguage } from '../../core/html/languages.ts'
import { createTargetScope } from '../../core/network/target-scope.ts'
import type { NameValue, ScrapePlan } from '../../core/plan/render-plan.ts'
import { sourceUrl } from '../page/source-url.ts'
import { basicAuthorization } from '../requests/request-rules.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

/** What the shipped browser presents itself as; a test compares the two. */
const defaultUserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

export interface FetchHeaders {
  jar: CookieJar
  /** Of a request to this address, by lower-case name. */
  headersFor(url: URL): Record<string, string>
}

/**
 * Headers of the requests for a page that no browser opens: `authorization` and `cookies` for the target's own origin,
 * `headers` for its own site, `accept-language` for all (decisions 10).
 */
export const createFetchHeaders = (plan: ScrapePlan): FetchHeaders => {
  const scope = createTargetScope(sourceUrl(plan.source))
  const jar = createCookieJar()
  const authorization = plan.authorization ?? basicAuthorization(plan.source)
  const isLanguage = ({ name }: NameValue) => name.toLowerCase() === 'accept-language'
  return {
    jar,
    headersFor(url) {
      const isOwnOrigin = scope.isOwnOrigin(url.href)
      const cookies = [...(isOwnOrigin ? plan.cookies.map(toCookiePair) : []), ...jar.pairsFor(url)]
      return {
        ...commonHeaders(plan),
        ...toRecord(plan.headers.filter((header) => isLanguage(header) || scope.isOwnSite(url.href))),
        ...(isOwnOrigin && authorization !== undefined && { authorization }),
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        // Last: an answer in another encoding could not be read.
        'accept-encoding': 'gzip, deflate, br, zstd',
      }
    },
  }
}

/** Browsers send cookies in UTF-8. Node writes a header's characters as bytes. */
const toCookiePair = ({ name, value }: NameValue) => Buffer.from(`${name}=${value}`).toString('latin1')

const commonHeaders = ({ userAgent, locale }: ScrapePlan) => ({
  'user-agent': userAgent ?? defaultUserAgent,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': withWeights(toAcceptLanguage(locale ?? 'en-US')),
  'upgrade-insecure-requests': '1',
})

/** As Chromium weighs a list of languages. */
const withWeights = (languages: string) =>
  languages
    .split(',')
    .map((language, index) => (index === 0 ? language : `${language};q=${1 - Math.min(index, 9) / 10}`))
    .join(',')

const toRecord = (headers: readonly NameValue[]) =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))
