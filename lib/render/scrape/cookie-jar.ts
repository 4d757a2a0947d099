import { CookieJar as Jar } from 'tough-cookie'

/** Cookies that servers set on the way to a page. They are sent as a browser sends them: by domain, path, expiry and security. */
export interface CookieJar {
  /** @param setCookie values of `Set-Cookie` headers */
  receive(url: URL, setCookie: readonly string[]): void
  /** Returns the `name=value` pairs for a request. */
  pairsFor(url: URL): string[]
}

/** Maximum of one response and of one request. A server may send any number. */
const cookiesMax = 100

export const createCookieJar = (): CookieJar => {
  const jar = new Jar()
  return {
    receive(url, setCookie) {
      for (const text of setCookie.slice(0, cookiesMax))
        jar.setCookieSync(text, url.href, { ignoreError: true })
    },
    pairsFor: (url) =>
      jar
        .getCookiesSync(url.href)
        .slice(0, cookiesMax)
        .map((cookie) => cookie.cookieString()),
  }
}
