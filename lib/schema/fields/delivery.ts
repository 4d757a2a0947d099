import * as z from 'zod'
import { type Rule, rejectIf } from '../check.ts'
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

export const cache = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Cache',
    description:
      'Stores the result, and answers the same request of the same account from it for `cache_ttl` seconds. The answer says ' +
      '`X-Service-Cache: hit` or `miss`; a hit does not count against the quota.',
    examples: [true],
    'x-group': 'delivery',
  })

export const cache_ttl = z
  .int()
  .min(1)
  .max(2_592_000)
  .default(604_800)
  .register(docs, {
    title: 'Cache time',
    description:
      'Seconds for which a result is stored, at most 30 days. The file of a request with `async` or `webhook_url` stays for at least ' +
      '48 hours.',
    examples: [86_400],
    'x-group': 'delivery',
  })

export const cache_key = z
  .string()
  .check(rejectIf((text) => lengthProblem(text, 200) ?? controlProblem(text)))
  .optional()
  .register(docs, {
    title: 'Cache key',
    description:
      'Your own part of the key, 1 to 200 characters: requests that differ in it alone have results of their own, e.g. one for each ' +
      'version of the page. With `cache=true` only.',
    examples: ['release-42'],
    'x-group': 'delivery',
    'x-extension': true,
  })

export const cache_refresh = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Refresh',
    description: 'Renders anew and replaces what is in the cache. With `cache=true` only.',
    examples: [true],
    'x-group': 'delivery',
    'x-extension': true,
  })

export const async = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Asynchronous',
    description:
      'Answers 202 at once and renders in the background. The result is at `GET /v1/requests/<id>`, with the id of the answer’s header ' +
      '`X-Service-Request-Id`, and goes to `webhook_url` if there is one.',
    examples: [true],
    'x-group': 'delivery',
  })

export const external_id = z
  .string()
  .check(rejectIf((text) => externalIdProblem(text)))
  .optional()
  .register(docs, {
    title: 'Your own id',
    description:
      'Your own name for the request, 1 to 100 printable ASCII characters, shown in its record and sent with its webhook. With `async` ' +
      'or `webhook_url` only.',
    examples: ['order-1234'],
    'x-group': 'delivery',
    'x-extension': true,
  })

export const webhook_url = z
  .string()
  .max(8192)
  .check(rejectIf(webAddressProblem))
  .optional()
  .register(docs, {
    title: 'Webhook',
    description:
      'HTTPS address that is sent a POST with the address of the file once the result is there, also for a synchronous request. Anything ' +
      'but a 2xx answer is tried again.',
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

export const webhook_errors = z
  .boolean()
  .default(false)
  .register(docs, {
    title: 'Webhook for failures',
    description:
      'Sends the webhook also if the request fails: a POST with `id`, `error` (`code` and `message`) and `created`. With `webhook_url` only.',
    examples: [true],
    'x-group': 'delivery',
    'x-extension': true,
  })

interface DeliveryOptions {
  cache: boolean
  cache_key?: string | undefined
  cache_refresh: boolean
  async: boolean
  webhook_url?: string | undefined
  webhook_errors: boolean
  external_id?: string | undefined
}

const withCacheOnly = 'works with `cache=true` only'

export const keyNeedsCache: Rule<Pick<DeliveryOptions, 'cache' | 'cache_key'>> = {
  parameters: ['cache_key', 'cache'],
  problemOf: (options) => (options.cache_key !== undefined && !options.cache ? withCacheOnly : undefined),
}

export const refreshNeedsCache: Rule<Pick<DeliveryOptions, 'cache' | 'cache_refresh'>> = {
  parameters: ['cache_refresh', 'cache'],
  problemOf: (options) => (options.cache_refresh && !options.cache ? withCacheOnly : undefined),
}

export const errorsNeedWebhook: Rule<Pick<DeliveryOptions, 'webhook_url' | 'webhook_errors'>> = {
  parameters: ['webhook_errors', 'webhook_url'],
  problemOf: (options) =>
    options.webhook_errors && options.webhook_url === undefined ? 'works with `webhook_url` only' : undefined,
}

/** Without a record and a webhook there is nowhere to show it. */
export const externalIdIsShown: Rule<Pick<DeliveryOptions, 'async' | 'webhook_url' | 'external_id'>> = {
  parameters: ['external_id', 'async', 'webhook_url'],
  problemOf: (options) =>
    options.external_id !== undefined && !options.async && options.webhook_url === undefined
      ? 'works with `async=true` or `webhook_url` only'
      : undefined,
}

const lengthProblem = (text: string, lengthMax: number): string | undefined => {
  const length = [...text].length
  return length < 1 || length > lengthMax
    ? `must have 1 to ${lengthMax} characters; it has ${length}`
    : undefined
}

const controlProblem = (text: string): string | undefined =>
  /[\p{Cc}\p{Cs}]/u.test(text) ? 'must not contain control characters' : undefined

/** It goes out in a header, where blanks at the ends are lost. */
const externalIdProblem = (text: string): string | undefined =>
  lengthProblem(text, 100) ??
  (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? undefined
    : 'must be printable ASCII text without blanks at its ends')

const fileNameProblem = (name: string): string | undefined => {
  const tooLong = lengthProblem(name, 200)
  if (tooLong !== undefined) return tooLong
  if (/[/\\]/.test(name)) return 'must not contain path separators'
  if (name === '.' || name === '..') return 'must be a file name'
  // Characters that change the writing direction make `gpj.exe` look like a picture.
  return /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)
    ? 'must not contain control characters'
    : undefined
}
