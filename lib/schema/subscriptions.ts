import * as z from 'zod'
import { rejectIf } from './check.ts'
import { fieldsOf } from './docs.ts'
import { eventFormats, eventTopics } from './events.ts'
import { urlProblem } from './http-url.ts'

const { field } = fieldsOf('account')

export const subscriptionsMax = 10

/** Every request reads the subscriptions with its account. The URLs of Teams have about 400 characters. */
const urlLengthMax = 500

/** One address, without characters that a mail program would read as the end of it, or as a parameter. */
export const emailAddress = /^[^\s@<>(),;:"\\?%]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

const emailProblem = (text: string) =>
  emailAddress.test(text.replace('mailto:', ''))
    ? undefined
    : 'must have one email address after mailto:, such as mailto:ops@example.com'

const url = z
  .string()
  .max(urlLengthMax)
  .check(rejectIf((text) => (text.startsWith('mailto:') ? emailProblem(text) : urlProblem(text, 'https://'))))
  .regex(/^(?:[Hh][Tt][Tt][Pp][Ss]?:\/\/|mailto:)/, 'must begin with http://, https:// or mailto:')

const urlDoc = {
  title: 'Webhook',
  description: `Receiver of the messages, at most ${urlLengthMax} characters: the HTTPS URL of your own program, the incoming-webhook URL of a channel in Slack, Discord or Teams, or, with \`format=email\`, \`mailto:\` and an address.`,
  examples: ['https://example.com/hooks/stillframe'],
  'x-private': true as const,
}

const format = z.enum(eventFormats)

const formatDoc = {
  title: 'Format',
  description:
    '`json` is a signed Standard Webhook. `slack`, `discord` and `teams` are messages for a channel, with the images of a change, and so is `email`, if the operator of the service allows it for the address.',
  examples: ['slack' as const],
}

const topics = z.array(z.enum(eventTopics)).min(1).max(eventTopics.length)

const topicsDoc = {
  title: 'Topics',
  description:
    'The events to send. `quota.50`, `quota.90` and `quota.100`: so much of the monthly quota is used. `task.failed`: three runs of a task have failed in a row. `task.changed`: a watched page has changed. `delivery.failed`: all attempts of a webhook or an upload have failed, the first of its receiver in an hour. `key.expiring`: an access key expires within a week. `batch.ended`: all requests of a batch have ended.',
  examples: [['task.failed' as const, 'task.changed' as const]],
}

/** The body of `POST /v1/subscriptions`. */
export const SubscriptionOptions = z.strictObject({
  webhook_url: field(url, urlDoc),
  format: field(format.default('json'), formatDoc),
  topics: field(topics, topicsDoc),
})

export type SubscriptionOptions = z.output<typeof SubscriptionOptions>

/** The body of `PATCH /v1/subscriptions/{id}`. */
export const SubscriptionChanges = z.strictObject({
  webhook_url: field(url.optional(), urlDoc),
  format: field(format.optional(), formatDoc),
  topics: field(topics.optional(), topicsDoc),
})

export type SubscriptionChanges = z.output<typeof SubscriptionChanges>

/** A subscription in a response. */
export const SubscriptionView = z.strictObject({
  id: z.string(),
  /** For keys of the scope `read` only the host. */
  webhook_url: z.string(),
  format,
  topics: z.array(z.enum(eventTopics)),
  /** Unix seconds. */
  created: z.int().nonnegative(),
})

export type SubscriptionView = z.output<typeof SubscriptionView>

/** The oldest first. */
export const SubscriptionList = z.strictObject({ subscriptions: z.array(SubscriptionView) })

export type SubscriptionList = z.output<typeof SubscriptionList>
