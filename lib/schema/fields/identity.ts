import * as z from 'zod'
import { rejectIf } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { authorizationProblem, cookieProblem, headerProblem } from '../http-text.ts'

const { field } = fieldsOf('identity')

/** In the order of the reference. */
export const identityShape = {
  user_agent: field(
    z
      .string()
      .min(1)
      .max(1000)
      .check(rejectIf((text) => (text !== '' && text.trim() === '' ? 'must not be blank' : undefined)))
      .regex(/^[ -~]*$/, 'must consist of printable ASCII characters')
      .optional(),
    {
      title: 'User agent',
      description: 'User agent of the browser, in the `User-Agent` header and in `navigator.userAgent`.',
      examples: ['Mozilla/5.0 (compatible; Example/1.0)'],
    },
  ),
  authorization: field(z.string().min(1).max(8192).check(rejectIf(authorizationProblem)).optional(), {
    title: 'Authorization',
    description:
      'Credentials sent in the `Authorization` header to the origin of the page only. A Base64 value without a scheme, for example of ' +
      '`user:password`, is sent as `Basic ...`. A value with a scheme, such as `Bearer ...`, is sent unchanged. A request to which a script of the page ' +
      'adds an `Authorization` header keeps that one.',
    examples: ['dXNlcjpwYXNzd29yZA=='],
    'x-private': true,
  }),
  cookies: field(
    z
      .array(
        z
          .string()
          .max(4096)
          .check(rejectIf(cookieProblem))
          .regex(/^[^=;]+=[^;]*$/),
      )
      .max(100)
      .default([]),
    {
      title: 'Cookies',
      description:
        'Cookies sent to the host of the page, as `name=value` pairs separated by semicolons. Control characters are rejected. Everything else is sent as a browser sends it. If `url` begins with https, they are sent only over https.',
      examples: [['session=abc123', 'theme=dark']],
      'x-separator': ';',
      'x-split-members': true,
      'x-pair': '=',
      'x-private': true,
    },
  ),
  headers: field(
    z
      .array(
        z
          .string()
          .max(8192)
          .check(rejectIf(headerProblem))
          .regex(/^[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*:/),
      )
      .max(100)
      .default([]),
    {
      title: 'Headers',
      description:
        'Headers sent to the site of the page, as `name:value` pairs separated by semicolons. A value that contains a semicolon requires ' +
        'the array form (`headers[]=...` or a JSON array). Connection headers, such as `host` and `content-length`, are rejected.',
      examples: [['accept-language:de', 'x-preview:1']],
      'x-separator': ';',
      'x-pair': ':',
      'x-private': true,
    },
  ),
}
