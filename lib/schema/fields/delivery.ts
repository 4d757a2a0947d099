import * as z from 'zod'
import { cacheSecondsMax } from '../cache-seconds.ts'
import { rejectIf } from '../check.ts'
import { fieldsOf } from '../docs.ts'
import { httpUrl, urlProblem } from '../http-url.ts'

const { field, flag } = fieldsOf('delivery')

/** Sent in a header, which loses leading and trailing spaces. */
const externalIdText = /^[!-~](?:[ -~]*[!-~])?$/

/** In the order of the reference. */
export const deliveryShape = {
  response_type: field(z.enum(['file', 'json']).default('file'), {
    title: 'Response',
    description:
      '`json` stores the result and returns a JSON object instead: the URL of the file and its size, the URL, status and title of the page, and the values of the ' +
      'requested `metadata_*`. The file is kept for `cache_ttl` seconds, at least 48 hours. Ignored with `async`: `GET /v1/requests/<id>` returns the file.',
    examples: ['json'],
    'x-extension': true,
  }),
  attachment_name: field(
    z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^/\\]*$/, 'must not contain path separators')
      .check(rejectIf((name) => fileNameProblem(name)))
      .optional(),
    {
      title: 'File name',
      description:
        'File name without extension, 1 to 200 characters and at most 600 bytes in UTF-8. The response becomes a download. The extension depends on the format.',
      examples: ['front-page'],
    },
  ),
  cache: flag(false, {
    title: 'Cache',
    description:
      'Stores the result and returns it for identical requests of the same account for `cache_ttl` seconds. The response header ' +
      '`X-Service-Cache` is `hit` or `miss`. A cache hit does not count against the quota.',
  }),
  cache_ttl: field(z.int().min(1).max(cacheSecondsMax).default(604_800), {
    title: 'Cache time',
    description:
      'Number of seconds to store the result, at most 30 days. The file of a request with `async`, `webhook_url`, `upload_url` or `response_type=json` is kept for at least ' +
      '48 hours.',
    examples: [86_400],
  }),
  cache_key: field(
    z
      .string()
      .min(1)
      .max(200)
      .check(rejectIf((text) => controlProblem(text)))
      .optional(),
    {
      title: 'Cache key',
      description:
        'Your own part of the cache key, 1 to 200 characters. Requests that differ only in this value are cached separately, for example one for each ' +
        'version of the page. Ignored without `cache=true`.',
      examples: ['release-42'],
      'x-extension': true,
    },
  ),
  cache_refresh: flag(false, {
    title: 'Refresh',
    description: 'Renders the page again and replaces the cached result. Ignored without `cache=true`.',
    'x-extension': true,
  }),
  async: flag(false, {
    title: 'Asynchronous',
    description:
      'Returns 202 immediately and renders in the background. The result is available at `GET /v1/requests/<id>`, with the id from the response header ' +
      '`X-Service-Request-Id`, and is announced to `webhook_url` if one is set.',
  }),
  external_id: field(
    z
      .string()
      .min(1)
      .max(100)
      .regex(
        externalIdText,
        'must consist of printable ASCII characters and must not begin or end with a space',
      )
      .optional(),
    {
      title: 'Your own id',
      description:
        "Your own identifier for the request, 1 to 100 printable ASCII characters. It is part of the request's record and of its webhook. Ignored without " +
        '`async`, `webhook_url` and `upload_url`.',
      examples: ['order-1234'],
      'x-extension': true,
    },
  ),
  webhook_url: field(
    z
      .string()
      .max(8192)
      .check(rejectIf((text) => urlProblem(text, 'https://')))
      .regex(httpUrl, 'must begin with http:// or https://')
      .optional(),
    {
      title: 'Webhook',
      description:
        'HTTPS URL that receives a POST with the URL of the file when the result is ready, for synchronous requests too. Any response ' +
        'other than 2xx is retried.',
      examples: ['https://example.com/hooks/rendered'],
      'x-private': true,
    },
  ),
  upload_url: field(
    z
      .string()
      .max(8192)
      .check(rejectIf((text) => urlProblem(text, 'https://')))
      .regex(httpUrl, 'must begin with http:// or https://')
      .optional(),
    {
      title: 'Upload',
      description:
        'HTTPS URL to which the file is uploaded with PUT: a presigned URL of S3, R2 or Google Cloud Storage, or one of Azure Blob Storage with a signature (SAS). ' +
        'Failed uploads are retried over 7 h 35 min, unless the storage redirects or refuses them. The webhook follows the upload and has its outcome, as does `GET /v1/requests/<id>`. ' +
        'Of a snapshot, the JSON document is uploaded.',
      examples: [
        'https://bucket.s3.eu-central-1.amazonaws.com/front-page.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=5d5d',
      ],
      'x-extension': true,
      'x-private': true,
    },
  ),
  storage: flag(true, {
    title: 'Storage',
    description:
      'Uploads the stored result to the storage of the account, if it has one (`PUT /v1/account/storage`). An `upload_url` takes its place. Ignored if the result is not stored.',
    'x-extension': true,
  }),
  webhook_signed: flag(true, {
    title: 'Signed webhook',
    description: 'Signs the webhook request with the secret key of the account.',
  }),
  webhook_errors: flag(false, {
    title: 'Webhook for failures',
    description:
      'Also sends the webhook if the request fails: a POST with `id`, `error` (`code` and `message`) and `created`. Ignored without `webhook_url`.',
    'x-extension': true,
  }),
}

const controlProblem = (text: string): string | undefined =>
  /[\p{Cc}\p{Cs}]/u.test(text) ? 'must not contain control characters' : undefined

/** Percent-encoded, this is 1,800 bytes. S3 stores at most 2 KB of a file's headers. */
const fileNameBytesMax = 600

const fileNameProblem = (name: string): string | undefined => {
  if (new TextEncoder().encode(name).length > fileNameBytesMax)
    return `must not exceed ${fileNameBytesMax} bytes in UTF-8`
  if (name === '.' || name === '..') return 'must be a file name, not a directory'
  // Characters that change the writing direction make `gpj.exe` look like an image.
  return /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(name)
    ? 'must not contain control characters'
    : undefined
}
