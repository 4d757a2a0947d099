import * as z from 'zod'
import { type Rule, rejectIf } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { httpUrl, urlProblem } from '../http-url.ts'

const { field } = fieldsOf('source')

const htmlBytesMax = 5 * 1024 * 1024

const address = z
  .string()
  .max(8192)
  .check(rejectIf((text) => urlProblem(text)))
  .regex(httpUrl, 'must begin with http:// or https://')

const urlDoc = {
  title: 'URL',
  description:
    'Absolute `http:` or `https:` URL of the page. It must be reachable from the internet. URL-encode it in a query string. ' +
    'A user name and password in the URL are sent to that origin as basic authentication.',
  examples: ['https://example.com/', 'https://example.com/search?q=a'],
  'x-private': true as const,
}

/** For operations that also accept `html`. */
export const url = field(address.optional(), urlDoc)

/** For operations that accept only `url`. */
export const pageUrl = field(address, urlDoc)

export const html = field(
  z
    .string()
    .min(1)
    .max(htmlBytesMax)
    .check(
      rejectIf((text) => {
        const bytes = new TextEncoder().encode(text).length
        return bytes <= htmlBytesMax
          ? undefined
          : `must have 1 byte to 5 MB (5242880 bytes), not ${bytes} bytes`
      }),
    )
    .optional(),
  {
    title: 'HTML',
    description:
      'HTML document to render instead of a URL, 1 byte to 5 MB, or less if it has many quotation marks, backslashes and line breaks: ' +
      'the JSON body must not exceed 6 MB when it is encoded as a JSON string again. Exactly one of `url` and `html` is required.',
    examples: ['<h1>Hello</h1>'],
    'x-private': true,
  },
)

export const oneSource: Rule<{ url?: string | undefined; html?: string | undefined }> = {
  parameters: ['url', 'html'],
  problemOf: (options) => {
    if (options.url !== undefined && options.html !== undefined)
      return 'Send either `url` or `html`, not both.'
    return options.url === undefined && options.html === undefined
      ? 'Either `url` or `html` is required.'
      : undefined
  },
}
