import type { CDPSession, Protocol } from 'puppeteer-core'
import { InvalidParameterError } from '../../base/errors.ts'
import { nameShownMax, printable } from '../../base/printable.ts'
import type { Cookie } from '../../core/plan/render-plan.ts'
import { isInvalidArgument } from '../browser/protocol-errors.ts'
import type { EmulationStep } from '../page/step.ts'
import { sourceUrl } from '../proxy/site.ts'

/** Sets host-only cookies of the target. No other host, not even a subdomain, receives them, and cookies of an https page need https. */
export const setCookies: EmulationStep = async ({ cdp }, { cookies, source }) => {
  const url = sourceUrl(source)
  // The browser's error for several cookies does not tell which one it refused.
  await Promise.all(cookies.map((cookie) => setCookie(cdp, cookie, url)))
}

const setCookie = async (cdp: CDPSession, cookie: Cookie, url: string) => {
  try {
    await cdp.send('Network.setCookies', { cookies: [toParameters(cookie, url)] })
  } catch (cause) {
    if (!isInvalidArgument(cause)) throw cause
    const name = `\`${cookie.parameter}\` (\`${printable(cookie.name, nameShownMax)}\`)`
    const rule =
      prefixed.test(cookie.name) && !url.startsWith('https:')
        ? ' A name with this prefix requires a page with https.'
        : ''
    throw new InvalidParameterError(`${name} is a cookie that the browser does not accept.${rule}`, { cause })
  }
}

const prefixed = /^__(Secure|Host|Http|Host-Http)-/i

/** The prefixes of names require `secure` and `httpOnly`: RFC 6265bis, 4.1.3. */
const toParameters = ({ name, value }: Cookie, url: string): Protocol.Network.CookieParam => ({
  name,
  value,
  url,
  path: '/',
  secure: url.startsWith('https:'),
  httpOnly: /^__(Host-)?Http-/i.test(name),
})
