import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { escapeHtml } from '../../lib/core/html/escape-html.ts'
import { operations } from '../../lib/schema/operations.ts'
import { renderOperationIds } from '../../lib/schema/render-operations.ts'
import { toDefinitions } from './definitions.ts'
import { pageNameOf } from './page-name.ts'

interface ResponseField {
  name: string
  type: string
  meaning: string
}

interface JsonSchema {
  type?: string | string[]
  enum?: string[]
  const?: string
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
}

/** A comparison has no task. */
const compareMeanings = {
  'compare.changed': 'Whether `ratio` is greater than `threshold`.',
  'compare.before': 'The first result.',
  'compare.before.id': 'Id of its request.',
  'compare.before.file': 'URL of its file.',
  'compare.text_difference': 'Always null.',
}

/** The fields of all JSON responses, without the list or object that they are in. */
const meanings: Readonly<Record<string, string>> = {
  devices: 'The devices, sorted by id.',
  'devices.id': 'Value for `viewport_device`.',
  'devices.name': 'Name for people.',
  userAgent: 'User agent that the device sends.',
  screen: 'Size of the screen.',
  'screen.width': 'Width in CSS pixels.',
  'screen.height': 'Height in CSS pixels.',
  viewport: 'Size and features of the viewport.',
  width: 'Width of the image or video in pixels, or null.',
  height: 'Height of the image or video in pixels, or null.',
  'viewport.width': 'Width in CSS pixels.',
  'viewport.height': 'Height in CSS pixels.',
  deviceScaleFactor: 'Device pixels per CSS pixel.',
  isMobile: "Whether the page's viewport meta tag applies.",
  hasTouch: 'Whether the device has a touch screen.',
  isLandscape: 'Whether the viewport is wider than tall.',
  hits: 'Renders of the current month (UTC); in the history, renders by operation.',
  ...Object.fromEntries(
    renderOperationIds.map((id) => [`hits.${id}`, `Renders of the operation \`${id}\`.`]),
  ),
  'hits.quota': 'Renders that the plan includes per month.',
  'hits.used': 'Renders so far.',
  'hits.remaining': 'Renders left.',
  concurrency: 'Requests of the current minute.',
  'concurrency.limit': 'Requests that the plan allows per minute.',
  'concurrency.remaining': 'Requests left in this minute.',
  'concurrency.reset': 'Unix time in seconds at which the count resets.',
  renders: 'Renders in progress, in the background too.',
  'renders.limit': 'Renders that the plan allows at the same time.',
  'renders.in_progress': 'Renders in progress now.',
  days: 'One entry for each day (UTC), the oldest first.',
  date: 'The day, as YYYY-MM-DD.',
  'usage_history.keys':
    'The renders of each access key in each month that has one of the days, the most first. Scheduled runs have no key.',
  month: 'The month (UTC), as YYYY-MM.',
  'keys.hits': 'Renders of the key in the month.',
  'overview.account': 'The account.',
  'overview.usage': 'The usage of the month and the minute.',
  'overview.history': 'The usage of the last 30 days.',
  'overview.requests': 'The latest five requests.',
  'overview.stored': 'The latest five requests with a stored result.',
  failures: 'The failed requests of the last seven days.',
  codes: 'Their error codes, the most frequent first.',
  code: 'One of the [error codes](errors.md).',
  count: 'Number of failed requests with this code.',
  complete: 'False if there were more than 100 failed requests, of which only the latest are counted.',
  'overview.tasks': 'The tasks, or null if the plan does not include tasks.',
  requests: 'The requests, newest first.',
  cursor: 'Pass it as `cursor` to get the next page. Null on the last page.',
  id: 'Identifier. For a request, the `X-Service-Request-Id` of its response.',
  operation: 'What was rendered.',
  status: 'State: `queued`, then `done` or `failed`.',
  'attempts.status': 'HTTP status of the receiver, or null if it did not respond.',
  created: 'Unix time in seconds at which it was created.',
  finished: 'Unix time in seconds at which the request ended, or null.',
  file: 'URL of the result, or null if it was not stored.',
  expires: 'Unix time in seconds from which the URL of the result returns 404, or null.',
  error: 'Why the request failed, or null.',
  'error.code': 'One of the [error codes](errors.md).',
  'error.message': 'The reason, for people.',
  task_id: 'The scheduled task that started the request, or null.',
  batch_id: 'The batch of the request, or null.',
  batches: 'The batches, newest first.',
  'list_batches.batches': 'The batches, newest first.',
  total: 'Number of requests of the batch.',
  queued: 'Requests that wait or are being rendered.',
  done: 'Requests that were rendered.',
  failed: 'Requests that failed, including canceled ones.',
  progress: 'Share of the requests that have ended, from 0 to 1.',
  estimated_end:
    'When the batch will have ended at its mean pace so far, Unix seconds. Null before its first request has ended, and when all have.',
  max_concurrency: 'The most requests of the batch that are rendered at the same time.',
  sitemap: 'URL of the sitemap, without credentials, or null.',
  subscriptions: 'The subscriptions, the oldest first.',
  webhook_url: 'The URL that receives the messages. For keys of the scope `read` only its host.',
  topics: 'The events that it receives.',
  events: 'The events, newest first.',
  subscription_id: 'The subscription that receives the event.',
  'get_subscription.id': 'Identifier of the subscription.',
  'get_subscription.created': 'Unix time in seconds at which it was created.',
  'get_subscription.format': 'How the messages are written.',
  'get_event.id': 'Identifier of the event for its subscription, the same for all attempts.',
  'get_event.type': 'What has happened.',
  'get_event.created': 'Unix time in seconds at which it happened.',
  'get_event.data': 'What the message says about it.',
  'get_event.webhook': 'The webhook of the event. Its URL shows only the host.',
  'get_batch.id': 'Identifier of the batch.',
  'get_batch.status': 'State: `running`, then `ended`.',
  'get_batch.operation': 'What is rendered.',
  'get_batch.finished': 'Unix time in seconds at which the last request ended, or null.',
  'get_batch.codes': 'Number of failed requests by [error code](errors.md).',
  'get_batch.webhook': 'The webhook of the batch, or null.',
  'get_batch.key_id': 'The id of the access key that created the batch.',
  ...compareMeanings,
  external_id: 'Your identifier, from the parameter of the same name, or null.',
  key_id: 'The id of the access key that sent the request. Null for scheduled runs.',
  url: 'URL of the page, without credentials, or null for `html`.',
  options: 'The parameters of the request, without the private ones.',
  omitted_options: 'Names of the parameters that are not shown, because they can contain secrets.',
  duration_ms: 'Duration in milliseconds.',
  content_type: 'Content type of the result, or null.',
  bytes: 'Size of the result, or null.',
  pages: 'Number of pages of a PDF, or null.',
  duration: 'Length of a video in seconds, or null.',
  timeout:
    'The parameter that exceeded `timeout`, if the page was rendered nevertheless (`on_timeout=capture`), or null.',
  incomplete:
    'What the result lacks of the page ([meanings](../concepts/screenshots.md#what-a-result-lacks)). Empty if nothing is missing, null without a result.',
  'incomplete.part': 'What is missing or not as the page shows it.',
  'incomplete.reason': 'Why.',
  'result.incomplete':
    'What the result lacks of the page ([meanings](../concepts/screenshots.md#what-a-result-lacks)). Empty if nothing is missing.',
  'snapshot.incomplete':
    'What the result lacks of the page ([meanings](../concepts/screenshots.md#what-a-result-lacks)). Empty if nothing is missing.',
  page_status:
    'HTTP status of the page. Null for `html`, and for a synchronous request whose response does not have it, as with `metadata_status`. A page with an error status is rendered like every other.',
  page_title: 'Title of the page, or null if it is not known: see `page_status`.',
  upload: 'The upload of the file to `upload_url` or to the storage of the account, or null.',
  'upload.url': 'URL of the object, without its query.',
  'upload.bucket': 'The bucket of the storage of the account, or null with `upload_url`.',
  'upload.key': 'The key of the object in that bucket, or null with `upload_url`.',
  'upload.status': '`pending`, `delivered` or `failed`.',
  storage: 'The bucket to which results are uploaded, or null.',
  endpoint: 'URL of the service with the API of S3, or null for Amazon S3.',
  region: 'Region of the bucket.',
  bucket: 'Name of the bucket.',
  prefix: 'What every key begins with.',
  bucket_owner: 'Id of the AWS account that must own the bucket, or null if any may.',
  key_template: 'Template of the keys.',
  role_arn: 'ARN of the role that is assumed, or null with an access key, which is never returned.',
  tested: 'When a test object was stored, in Unix seconds.',
  ...Object.fromEntries(
    ['get_storage', 'put_storage'].map((scope) => [
      `${scope}.external_id`,
      'The external id that the trust policy of a role must require.',
    ]),
  ),
  principal:
    'Who assumes a role: the `Principal` of its trust policy. Null if this service does not run on AWS, and cannot assume one.',
  webhook: 'The webhook of the request, or null.',
  'webhook.url':
    'URL of the webhook, without credentials. Only its host in events, and for a key of another scope than `full`.',
  'webhook.status': '`pending`, `delivered` or `failed`.',
  attempts: 'The latest 50 attempts.',
  next_attempt: 'When the next attempt is due, Unix seconds. Null if none is.',
  'attempts.error': 'Why the attempt was not accepted, or null.',
  time: 'Unix time in seconds at which the attempt began.',
  tasks: 'The tasks, newest first.',
  name: 'Name of the task.',
  api: 'The operation that runs.',
  query: 'The parameters of the operation, as a query string.',
  frequency: 'How often the task runs.',
  crontab: 'When the task runs, as five fields, even if `frequency` is not `custom`.',
  timezone: 'IANA name of the time zone of the schedule.',
  enabled: 'Whether the task runs.',
  last_run: 'Unix time in seconds of the last run, or null.',
  runs: 'Number of runs. A minute of the schedule counts once.',
  'start_run.status': '`Accepted`.',
  'start_run.message': 'What happens next, for people.',
  'start_run.id': 'Identifier of the run, as in `X-Service-Request-Id`.',
  'start_run.url': 'URL of `GET /v1/requests/<id>`, which returns the state of the run.',
  watch: 'How the task watches its page, or null.',
  mode: 'What is compared: images (`visual`) or Markdown (`text`).',
  threshold: 'A run has changed if a greater share than this differs.',
  ignore_selectors: 'Elements that do not count.',
  ignore_links: 'Present with true: the URLs of links and images do not count.',
  notify: 'When the webhook is sent: if a run has `change`d, or `always`.',
  keep_runs: 'After how many later runs the file of a run expires, or null if `cache_ttl` decides.',
  baseline: 'The run with which the next one is compared, or null.',
  'baseline.id': 'Id of the run.',
  'baseline.file': 'URL of the file of the run.',
  'baseline.expires': 'Unix time in seconds from which the URL returns 404.',
  change: 'How the run of a task with `watch` differs from the baseline. Null for every other request.',
  changed: 'Whether `ratio` is greater than the threshold of the task.',
  ratio: 'Share of the pixels or lines that differ, from 0 to 1. What only one of two images has differs.',
  regions: 'Where the image changed, at most 20 boxes. Empty for text.',
  'regions.x': 'Pixels from the left edge.',
  'regions.y': 'Pixels from the top edge.',
  'regions.width': 'Width of the box in pixels.',
  'regions.height': 'Height of the box in pixels.',
  before: 'The run with which this one was compared. Null for the first run.',
  'before.id': 'Id of the run.',
  'before.file': 'URL of the file of the run.',
  'before.expires': 'Unix time in seconds from which the URL returns 404.',
  difference: 'PNG with the changed pixels in red, or unified patch. Null if nothing differs.',
  'difference.file': 'URL of the image or patch.',
  'difference.expires': 'Unix time in seconds from which the URL returns 404.',
  text_difference:
    'For images: unified patch of the visible texts of both pages. Null if the image or the text is equal, or a text could not be read.',
  'text_difference.file': 'URL of the patch.',
  'text_difference.expires': 'Unix time in seconds from which the URL returns 404.',
  plan: 'The plan of the account.',
  'plan.name': 'Name of the plan.',
  quota: 'Renders per month.',
  requests_per_minute: 'Requests per minute.',
  'plan.free_failures': 'Renders a day (UTC) that are free although they fail because of their page.',
  'plan.concurrency': 'Renders in progress at the same time.',
  features: 'Features of the plan: `tasks`, `gpu_rendering`, `ip_location`.',
  signed_requests: 'Whether the account requires signed requests.',
  signature_version: 'The lowest version of [signatures](signing.md) that the account accepts.',
  invoice: 'Always `paid`: an account with an unpaid invoice receives 402.',
  access_key_start: 'The first six characters of the access key.',
  key_generation: 'Increases by one with every change of a key or of `signed_requests`.',
  access_key: 'The new access key, or null if the secret key was rotated.',
  secret_key: 'The new secret key, or null for an access key.',
  keys: 'The access keys, the oldest first.',
  'keys.id': 'The start of the key, which names it.',
  'keys.access_key': 'The whole key, if its scope is `links`: links show it anyway. Otherwise null.',
  'keys.name': 'Name of the key.',
  scope: 'What the key opens: [scopes](../start/keys.md#scopes).',
  valid_until: 'Unix time in seconds from which the key is invalid, or null.',
  last_used: 'The day (UTC) of its last accepted request, as YYYY-MM-DD, or null.',
  'create_key.id': 'The id of the new access key, or null.',
  'result.id': 'Identifier of the request, as in `X-Service-Request-Id`.',
  'result.url': 'URL of the request, without credentials, or null for `html`.',
  final_url: 'URL of the page after redirects, without credentials, or null for `html`.',
  'result.status': 'HTTP status of the page, or null for `html`.',
  'result.title': 'Title of the page, at most 1,000 characters.',
  'result.file': 'URL of the result.',
  'result.created': 'Unix time in seconds at which the result was rendered.',
  'result.expires': 'Unix time in seconds from which the URL of the result returns 404.',
  'result.content_type': 'Content type of the result.',
  'result.bytes': 'Size of the result.',
  metadata: 'Values of the metadata headers that were requested, decoded.',
  'metadata.icon': 'With `metadata_icon`: URL of the icon.',
  'metadata.title': 'With `metadata_title`: title of the page.',
  'metadata.fonts': 'With `metadata_fonts`: font families of the text.',
  'metadata.hash': 'With `metadata_hash`: SHA-256 of the file in lowercase hex.',
  'metadata.status': 'With `metadata_status`: HTTP status of the page.',
  'metadata.headers': "With `metadata_headers`: the page's response headers.",
  'metadata.image_size': 'With `metadata_image_size`: size of the image.',
  'metadata.truncated': 'Names of the values that were truncated.',
  outputs:
    'The files of a snapshot by output: `file`, `content_type`, `bytes`, `width`, `height` and `pages`.',
  'snapshot.url': 'URL of the request, without credentials, or null for `html`.',
  'snapshot.status': 'HTTP status of the page, or null for `html`.',
  'snapshot.title': 'Title of the page, at most 1,000 characters.',
  'snapshot.created': 'Unix time in seconds at which the page was rendered.',
  'snapshot.expires': 'Unix time in seconds from which the URLs of the files return 404.',
  'snapshot.metadata': 'The output `metadata`, which is also a file, or null.',
  'snapshot.metadata.title': 'Title of the page.',
  description: 'Description of the page, or null.',
  canonical: 'URL that the page declares as its canonical one, or null.',
  language: 'Language of the page, or null.',
  theme_color: 'Color that the page declares for the browser, or null.',
  author: 'The author that the page names, or null.',
  open_graph:
    'The Open Graph properties, such as `og:`, `article:` and `product:`, each with all its values.',
  twitter_card: 'The Twitter card properties, each with all its values.',
  json_ld: 'The JSON-LD of the page, parsed.',
  icons: 'The icons that the page declares.',
  'icons.url': 'URL of the icon.',
  rel: 'Relations of the link.',
  sizes: 'Sizes of the icon, or null.',
  type: 'Content type, or null.',
  feeds: 'The feeds that the page declares.',
  'feeds.url': 'URL of the feed.',
  'feeds.title': 'Title of the feed, or null.',
  'feeds.type': 'Content type of the feed.',
  'snapshot.metadata.truncated': 'Whether something was left out because the page has too much of it.',
  report: 'With `metadata_report`: the report of the render, or null.',
  openapi: 'Version of OpenAPI. The rest of the document follows the standard.',
}

const toSchema = (output: z.ZodType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(output)
  return schema as JsonSchema
}

/** The operations whose pages describe an object that other responses are or contain. */
const homes = [
  operations.get_request,
  operations.get_task,
  operations.get_batch,
  operations.get_event,
  operations.get_subscription,
  operations.get_account,
  operations.get_storage,
  operations.list_keys,
  operations.list_requests,
  operations.usage,
  operations.usage_history,
].map(({ id, summary, output }) => ({ id, summary, schema: toSchema(output) }))

/** Returns a link to the page that describes an object, unless it is the page of the scope. */
const linkToHome = (schema: JsonSchema, scope: string): string | undefined => {
  const home = homes.find((each) => each.id !== scope && isDeepStrictEqual(each.schema, schema))
  return home && `[${home.summary}](${pageNameOf(home)}.md#response)`
}

/**
 * Returns the fields of a JSON response as Markdown. Throws if one is not described.
 * @param scope names the response, for fields that mean something else in others
 */
export const toFieldList = (output: z.ZodType, scope: string): string[] => {
  const schema = toSchema(output)
  const link = linkToHome(schema, scope)
  if (link) return [`The fields are those of ${link}.`, '']
  return toDefinitions(
    collect(schema, '', scope).map(({ name, type, meaning }) => ({
      name,
      facts: [escapeHtml(type)],
      text: meaning,
    })),
  )
}

const collect = (schema: JsonSchema, prefix: string, scope: string): ResponseField[] =>
  Object.entries(merge(inner(schema)).properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const meaning = findMeaning(path, scope)
    const link = linkToHome(inner(property), scope)
    if (link) {
      const fields = `${isArray(property) ? 'Each with' : 'With'} the fields of ${link}.`
      return [{ name: path, type: toType(property), meaning: `${meaning} ${fields}` }]
    }
    const members = collect(property, isArray(property) ? `${path}[]` : path, scope)
    return [{ name: path, type: toType(property), meaning }, ...members]
  })

/** Returns the schema of the items of an array, and of what may be null. */
const inner = (schema: JsonSchema): JsonSchema => {
  const value = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  return value.items ?? value
}

/** Returns the fields of all alternatives. The field that tells them apart lists every value. Other fields that differ are objects. */
const merge = (schema: JsonSchema): JsonSchema => {
  if (!schema.oneOf) return schema
  const [first, ...others] = schema.oneOf.map(({ properties = {} }) => properties)
  const toField = ([name, field]: [string, JsonSchema]): [string, JsonSchema] => {
    const all = [field, ...others.flatMap((properties) => properties[name] ?? [])]
    if (field.const !== undefined) return [name, { enum: all.flatMap((each) => each.const ?? []) }]
    return [name, all.every((each) => isDeepStrictEqual(each, field)) ? field : { type: 'object' }]
  }
  return { properties: Object.fromEntries(Object.entries(first ?? {}).map(toField)) }
}

const isArray = (schema: JsonSchema): boolean =>
  schema.type === 'array' || schema.anyOf?.some(isArray) === true

/** Looks for the whole path, for its last two names, of which the scope may be one, then for the last one. */
const findMeaning = (path: string, scope: string): string => {
  const names = `${scope}.${path}`.replaceAll('[]', '').split('.')
  const meaning =
    meanings[names.join('.')] ?? meanings[names.slice(-2).join('.')] ?? meanings[names.at(-1) ?? '']
  if (meaning === undefined) throw new Error(`The response field ${path} has no description.`)
  return meaning
}

const toType = (schema: JsonSchema): string => {
  if (schema.anyOf) return schema.anyOf.map(toType).join(' or ')
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  return schema.type === undefined ? 'any' : [schema.type].flat().join(' or ')
}
