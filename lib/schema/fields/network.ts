import * as z from 'zod'
import { type Rule, rejectIf } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { httpUrl, parseProxyAddress } from '../http-url.ts'

const { field, flag } = fieldsOf('network')

/** In the order of the reference. */
export const networkShape = {
  ip_location: field(
    z
      .enum(['us', 'cn', 'eu', 'ca', 'mx', 'gb', 'de', 'fr', 'ch', 'in', 'jp', 'kr', 'ru', 'br', 'au'])
      .optional(),
    {
      title: 'Exit country',
      description:
        'Country that the page sees the visit come from. `eu` selects a random country of the European Union.',
      examples: ['de', 'eu'],
      'x-plan': 'scale',
    },
  ),
  proxy: field(
    z
      .string()
      .max(2048)
      .check(
        rejectIf((text) =>
          parseProxyAddress(text)
            ? undefined
            : 'must be written as http://user:password@host:port or https://user:password@host:port',
        ),
      )
      .regex(httpUrl, 'must begin with http:// or https://')
      .optional(),
    {
      title: 'Proxy',
      description:
        'Your own HTTP proxy, as `http://user:password@host:port` or `https://user:password@host:port`. Percent-encode special characters in ' +
        'the user name and password.',
      examples: ['http://user:password@proxy.example.com:8080'],
      'x-private': true,
    },
  ),
  bypass_csp: flag(false, {
    title: 'Bypass CSP',
    description: 'Disables the Content-Security-Policy of the page.',
  }),
}

export const oneExit: Rule<{ proxy?: string | undefined; ip_location?: string | undefined }> = {
  parameters: ['proxy', 'ip_location'],
  problemOf: (options) =>
    options.proxy !== undefined && options.ip_location !== undefined
      ? '`proxy` cannot be combined with `ip_location`.'
      : undefined,
}
