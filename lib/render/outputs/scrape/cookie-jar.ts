import { Cookie, canonicalDomain, CookieJar as Jar } from 'tough-cookie'
import type { NameValue } from '../../../core/plan/render-plan.ts'

/** Cookies of the caller and those that servers set on the way to a page. They are sent as a browser sends them: by domain, path, expiry and security. */
export interface CookieJar {
  /** Adds cookies of the caller for the host of this URL. Over plain HTTP they are sent only if the URL itself is plain HTTP. */
  add(url: URL, cookies: readonly NameValue[]): void
  /** @param setCookie values of `Set-Cookie` headers */
  receive(url: URL, setCookie: readonly string[]): void
  /** Returns the `name=value` pairs for a request. */
  pairsFor(url: URL): string[]
}

/** Maximum of one response and, besides the caller's, of one request. A server may send any number. */
const cookiesMax = 100

export const createCookieJar = (): CookieJar => {
  const jar = new Jar()
  let pairsMax = cookiesMax
  return {
    add(url, cookies) {
      pairsMax += cookies.length
      for (const cookie of cookies) put(jar, url, cookie)
    },
    receive(url, setCookie) {
      for (const text of setCookie.slice(0, cookiesMax))
        jar.setCookieSync(text, url.href, { ignoreError: true })
    },
    pairsFor: (url) =>
      jar
        .getCookiesSync(url.href)
        .slice(0, pairsMax)
        .map((cookie) => cookie.cookieString()),
  }
}

/** The store is in memory and calls back immediately. The jar itself would drop names such as `__Host-id` for plain HTTP without an error. */
const put = (jar: Jar, url: URL, { name, value }: NameValue) => {
  const cookie = new Cookie({
    key: toHeaderText(name),
    value: toHeaderText(value),
    domain: canonicalDomain(url.hostname) ?? url.hostname,
    hostOnly: true,
    path: '/',
    secure: url.protocol === 'https:',
  })
  jar.store.putCookie(cookie, (error) => {
    if (error) throw error
  })
}

/** Browsers send cookies in UTF-8. Node writes a header's characters as bytes. */
const toHeaderText = (text: string) => Buffer.from(text).toString('latin1')
