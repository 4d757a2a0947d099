import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultTiers } from '../../lib/core/access/tiers.ts'
import { errorReference, recordErrorReference } from '../../lib/schema/error-reference.ts'
import { type Operation, operations } from '../../lib/schema/operations.ts'
import { commonPage, generateCommonParameters } from './common-parameters.ts'
import { toOperationPage } from './operation-page.ts'
import { pageNameOf } from './page-name.ts'
import { generateRecipes } from './recipes.ts'
import { generateSamples } from './samples.ts'
import { generateWaitsPage } from './waits-page.ts'

/** Returns the text of docs/reference/errors.md. */
const generateErrorReference = (): string =>
  [
    '# Errors',
    '',
    '<!-- Generated from lib/base/errors.ts and lib/schema/error-reference.ts by scripts/generate/reference.ts. -->',
    '',
    'The body of an error is `{"statusCode", "error", "message", "code"}`. The code is stable, and in the header `X-Service-Error` too. The',
    'message is for people and may change. The caller can correct a 4xx, which includes errors that a page causes. A 500 is a failure of',
    'the service.',
    '',
    '| Status | Code | Meaning |',
    '|---|---|---|',
    ...errorReference.map(
      ({ statusCode, code, meaning }) => `| ${statusCode} | <a id="${code}"></a>\`${code}\` | ${meaning} |`,
    ),
    '',
    '## Only in records and webhooks',
    '',
    'A request in the background can also fail with one of these codes. `X-Service-Error` never contains them.',
    '',
    '| Code | Meaning |',
    '|---|---|',
    ...recordErrorReference.map(({ code, meaning }) => `| <a id="${code}"></a>\`${code}\` | ${meaning} |`),
    '',
    '## Authentication',
    '',
    'Every 401 has the header `WWW-Authenticate: AccessKey realm="stillframe", error="<code>"`. If an access key was found in a wrong',
    'place, such as `Authorization`, its `error_description` says where the key belongs. API Gateway renames the header to',
    '`x-amzn-Remapped-WWW-Authenticate`, so on AWS look for that name; `X-Service-Error` has the same code in both places.',
    '',
    '## Long query strings',
    '',
    'A query string that is too long returns 400 `invalid_parameter`. Send its parameters in the JSON body of a POST. The limits',
    'are 4,000 characters for a query string with a `signature`, and about 7,000 without: API Gateway accepts 10,240 bytes of request line',
    'and headers together, and a signature needs the query string in both; on AWS, CloudFront accepts URLs of 8,192 bytes. A raw `;`, `{`, `}`,',
    '`|`, `\\`, `^`, `"`, `<` or `>`, or a raw backtick counts three times, because it is percent-encoded. HTML always belongs in a POST.',
    '',
  ].join('\n')

const rows = Object.values<Operation>(operations)

/** Returns the text of docs/reference/parameters.md. */
const generateParameterReference = (): string =>
  [
    '# Sending parameters',
    '',
    '<!-- Generated from lib/schema/ by scripts/generate/reference.ts. -->',
    '',
    'GET accepts parameters in the query string, POST in a JSON object. Booleans are `true`, `false`, `1` or `0`. An array is a JSON array,',
    'one string with separators, or the repeated name (`wait_until=…&wait_until=…`, also with `[]`). Upper and lower case are the same in',
    'booleans and listed values: `A4` is `a4`. A parameter with objects in it is JSON: in a query string as text, `actions=[{"action":"click",…}]`,',
    'URL-encoded. Inside it, types and spellings are exact. In a JSON object, `null` is the same as leaving the parameter out. An unknown parameter',
    'is an error, and so are parameters that contradict each other. A parameter that does not apply, such as `image_quality` for `png`,',
    'is ignored. The mark *extension* names what this service adds to the API that it follows.',
    '',
  ].join('\n')

const sections: Readonly<Record<string, string>> = {
  requests: 'Requests',
  tasks: 'Tasks',
  account: 'Account and usage',
  usage: 'Account and usage',
}

const toSection = ({ renders, path }: Operation): string =>
  renders ? 'Render' : (sections[path.split('/')[2] ?? ''] ?? 'Service')

/** Returns the text of docs/reference/README.md, the index of the reference. */
const generateIndex = (): string =>
  [
    '# Reference',
    '',
    '<!-- Generated from lib/schema/ by scripts/generate/reference.ts. -->',
    '',
    'Each operation has a page with its parameters, its response and its errors. `/v1/openapi.json` describes all of them as OpenAPI 3.1.',
    '',
    ...[...Map.groupBy(rows, toSection)].flatMap(([section, operations]) => [
      `## ${section}`,
      '',
      '| Operation | Call |',
      '|---|---|',
      ...operations.map(
        (operation) =>
          `| [${operation.summary}](${pageNameOf(operation)}.md) | ${operation.methods.join(', ')} \`${operation.path}\` |`,
      ),
      '',
    ]),
    '## All operations',
    '',
    '| Page | Content |',
    '|---|---|',
    '| [Sending parameters](parameters.md) | queries, bodies, arrays |',
    `| [Common parameters](${commonPage}) | what all renders accept |`,
    '| [Errors](errors.md) | every status and code |',
    '| [Plans and limits](plans.md) | quota, rate limit, sizes |',
    '| [Waits](waits.md) | what a render waits for, and for how long |',
    '| [Signed requests](signing.md) | what a signature covers, and how to make one |',
    '| [Keys](../start/keys.md) | where the access key belongs |',
    '',
  ].join('\n')

/** Returns the text of docs/reference/plans.md. */
const generatePlanReference = (): string =>
  [
    '# Plans and limits',
    '',
    '<!-- Generated from lib/core/access/tiers.ts by scripts/generate/reference.ts. -->',
    '',
    'The operator of a service can change the table.',
    '',
    '| Plan | Renders a month | Requests a minute | Renders at the same time | Free failures a day | Megapixels of a comparison | Also |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(defaultTiers).map(
      ([name, { quota, requestsPerMinute, concurrency, freeFailures, compareMegapixels, features }]) =>
        `| ${name} | ${quota.toLocaleString('en')} | ${requestsPerMinute.toLocaleString('en')} | ${concurrency} | ${freeFailures} | ${compareMegapixels} | ${features.map((feature) => `\`${feature}\``).join(', ')} |`,
    ),
    '',
    'A render takes one hit of the quota, as a comparison does, and a cache hit takes none. The hit of a render that the service fails is refunded. So is that of a render that',
    'fails because of its page, as often a day (UTC) as the plan says; further ones count. Every request counts against the requests of its minute. [Accounts and limits](../operate/accounts.md#rate-limit) describes both in detail.',
    '',
    '| Limit | Value | Beyond it |',
    '|---|---|---|',
    '| renders a month | by plan | 423 [`quota_exceeded`](errors.md#quota_exceeded), until the first of the next month (UTC) |',
    '| requests a minute | by plan | 429 [`rate_limited`](errors.md#rate_limited), with `Retry-After` |',
    '| renders at the same time | by plan | 429 [`concurrency_limited`](errors.md#concurrency_limited), with `Retry-After`; requests with `async` are accepted and wait |',
    '| requests with `async` that are open | twice the requests a minute, at least 100 | 429 [`queue_full`](errors.md#queue_full), with `Retry-After`; requests of batches and runs of tasks do not count |',
    '| body of a request | 6 MB | 400 [`invalid_body`](errors.md#invalid_body) |',
    '| query string | 4,000 characters with a signature, about 7,000 without | 400 [`invalid_parameter`](errors.md#invalid_parameter) |',
    '| size of an image, a video, a PDF, a text | [screenshots](../concepts/screenshots.md), [screencasts](../concepts/screencasts.md), [PDF](../concepts/pdf.md), [scraping](../concepts/scraping.md) | 400 [`result_too_large`](errors.md#result_too_large) |',
    '| lifetime of a stored result | 30 days | 404 |',
    '| tasks of an account | 1,000 | 400 |',
    '',
  ].join('\n')

/** Returns the generated pages of docs/reference, by the names of their files. */
export const generateReferencePages = (): ReadonlyMap<string, string> =>
  new Map([
    ['README.md', generateIndex()],
    ['errors.md', generateErrorReference()],
    ['parameters.md', generateParameterReference()],
    [commonPage, generateCommonParameters()],
    ['plans.md', generatePlanReference()],
    ['waits.md', generateWaitsPage()],
    ...rows.map((operation) => [`${pageNameOf(operation)}.md`, toOperationPage(operation)] as const),
  ])

/** Rewrites the generated pages and the samples of all pages, which are committed. */
export const generateReference = async (docsDir: string): Promise<void> => {
  const folder = join(docsDir, 'reference')
  await mkdir(folder, { recursive: true })
  for (const [name, text] of generateReferencePages()) await writeFile(join(folder, name), text)
  await generateRecipes(docsDir)
  await generateSamples(docsDir)
}

if (import.meta.main) await generateReference(join(import.meta.dirname, '../../docs'))
