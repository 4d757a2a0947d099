import { toAcceptLanguage } from '../../../core/html/languages.ts'
import { createTargetScope } from '../../../core/network/target-scope.ts'
import type { NameValue, ScrapePlan } from '../../../core/plan/render-plan.ts'
import { chromiumMajor } from '../../../schema/chromium-version.ts'
import { basicAuthorization } from '../../blocking/request-rules.ts'
import { sourceUrl } from '../../proxy/site.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

/** The user agent of the shipped browser. A test compares the two. */
const defaultUserAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromiumMajor}.0.0.0 Safari/537.36`

export interface FetchHeaders {
  jar: CookieJar
  /** Returns the headers of a request to this URL, by lowercase name. */
  headersFor(url: URL): Record<string, string>
}

/**
 * Creates the headers of requests without a browser. As in the browser, `authorization` is sent to the target's own origin, `cookies`
 * to its host, `headers` to its own site, and `accept-language` everywhere.
 */
export const createFetchHeaders = (plan: ScrapePlan): FetchHeaders => {
  const target = sourceUrl(plan.source)
  const scope = createTargetScope(target)
  const jar = createCookieJar()
  jar.add(new URL(target), plan.cookies)
  const authorization = plan.authorization ?? basicAuthorization(plan.source)
  const isLanguage = ({ name }: NameValue) => name.toLowerCase() === 'accept-language'
  return {
    jar,
    headersFor(url) {
      const isOwnOrigin = scope.isOwnOrigin(url.href)
      const cookies = jar.pairsFor(url)
      return {
        ...commonHeaders(plan),
        ...toRecord(plan.headers.filter((header) => isLanguage(header) || scope.isOwnSite(url.href))),
        ...(isOwnOrigin && authorization !== undefined && { authorization }),
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        // Last, because a response in another encoding could not be read.
        'accept-encoding': 'gzip, deflate, br, zstd',
      }
    },
  }
}

const commonHeaders = ({ userAgent, locale }: ScrapePlan) => ({
  'user-agent': userAgent ?? defaultUserAgent,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': withWeights(toAcceptLanguage(locale ?? 'en-US')),
  'upgrade-insecure-requests': '1',
})

/** Adds the weights that Chromium adds to a list of languages. */
const withWeights = (languages: string) =>
  languages
    .split(',')
    .map((language, index) => (index === 0 ? language : `${language};q=${1 - Math.min(index, 9) / 10}`))
    .join(',')

const toRecord = (headers: readonly NameValue[]) =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))
