import * as z from 'zod'
import { rejectIf } from '../check.ts'
import { docs } from '../docs.ts'
import { webAddressProblem } from '../web-address.ts'

export const attachment_name = z
  .string()
  .check(rejectIf((name) => fileNameProblem(name)))
  .optional()
  .register(docs, {
    title: 'File name',
    description:
      'File name without extension, 1 to 200 characters; the answer becomes a download. The extension follows from the format.',
    examples: ['front-page'],
    'x-group': 'delivery',
  })

const later = 'Not available in this version yet: asking for it is answered with 400.'

export const cache = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Cache',
    description: `Stores the result and answers the same request from it. ${later}`,
    examples: [false],
    'x-group': 'delivery',
  })

export const cache_ttl = z
  .int()
  .min(1)
  .max(2_592_000)
  .default(604_800)
  .register(docs, {
    title: 'Cache time',
    description: 'Seconds for which a result is stored, at most 30 days.',
    examples: [86_400],
    'x-group': 'delivery',
  })

export const async = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Asynchronous',
    description: `Answers 202 at once and renders in the background. ${later}`,
    examples: [false],
    'x-group': 'delivery',
  })

export const webhook_url = z
  .string()
  .max(8192)
  .check(rejectIf(webAddressProblem))
  .optional()
  .register(docs, {
    title: 'Webhook',
    description: `HTTPS address that is told when the result is there. ${later}`,
    examples: ['https://example.com/hooks/rendered'],
    'x-group': 'delivery',
    'x-private': true,
  })

export const webhook_signed = z
  .boolean()
  .default(true)
  .register(docs, {
    title: 'Signed webhook',
    description: 'Signs the webhook call with the secret key of the account.',
    examples: [false],
    'x-group': 'delivery',
  })

const fileNameProblem = (name: string): string | undefined => {
  const length = [...name].length
  if (length < 1 || length > 200) return `must have 1 to 200 characters; it has ${length}`
  if (/[/\\]/.test(name)) return 'must not contain path separators'
  if (name === '.' || name === '..') return 'must be a file name'
  // Characters that change the writing direction make `gpj.exe` look like a picture.
  return /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)
    ? 'must not contain control characters'
    : undefined
}
