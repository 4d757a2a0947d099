import { InvalidParameterError } from '../../../errors.ts'
import { sourceUrl } from '../source-url.ts'
import { isInvalidArgument } from '../translate-error.ts'
import type { EmulationStep } from './step.ts'

/** Sets host-only cookies of the target. No other host, not even a subdomain, receives them. */
export const setCookies: EmulationStep = async ({ cdp }, plan) => {
  if (plan.cookies.length === 0) return
  const url = sourceUrl(plan.source)
  const cookies = plan.cookies.map(({ name, value }) => ({
    name,
    value,
    url,
    path: '/',
    // Names with these prefixes are only valid on secure cookies (RFC 6265bis).
    secure: url.startsWith('https:') && /^__(Secure|Host)-/i.test(name),
  }))
  try {
    await cdp.send('Network.setCookies', { cookies })
  } catch (cause) {
    if (!isInvalidArgument(cause)) throw cause
    throw new InvalidParameterError('`cookies` contains an invalid name or value.', { cause })
  }
}
