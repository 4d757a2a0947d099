import * as z from 'zod'
import { BatchView } from './batches.ts'
import { listOptions, webhookView } from './requests.ts'
import { ChangeView } from './watch.ts'

/** The shares of the monthly quota, in percent, that are announced. */
export const quotaLevels = [50, 90, 100] as const

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] })

const number = (description: string, example: number) => z.int().meta({ description, examples: [example] })

const taskId = number('Id of the task.', 244_891_732_049_920)
const taskName = z
  .string()
  .nullable()
  .meta({ description: 'Name of the task, or null if it was deleted.', examples: ['Front page'] })
const requestId = text('Id of the request.', '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3')
const pageUrl = z
  .string()
  .nullable()
  .meta({ description: 'URL of the page, or null.', examples: ['https://example.com/'] })

const QuotaData = z.strictObject({
  percent: number('The share of the quota that is used, in percent.', 90),
  quota: number('Renders per month (UTC).', 10_000),
  month: text('The month (UTC).', '2026-11'),
})

/** The `data` of an event by its type. */
export const eventData = {
  'quota.50': QuotaData,
  'quota.90': QuotaData,
  'quota.100': QuotaData,
  'task.failed': z.strictObject({
    task_id: taskId,
    task_name: taskName,
    request_id: requestId,
    url: pageUrl,
    failures: number('How many runs have failed in a row.', 3),
    error: z
      .strictObject({ code: z.string(), message: z.string() })
      .meta({ description: 'Why the latest run failed.' }),
  }),
  'task.changed': z.strictObject({
    task_id: taskId,
    task_name: taskName,
    request_id: requestId,
    url: pageUrl,
    title: z.string().nullable().meta({ description: 'Title of the page, or null.' }),
    file: z.url().meta({ description: 'URL of the file after the change.' }),
    content_type: text('Content type of the file.', 'image/png'),
    expires: number('When the file expires, in Unix seconds.', 1_893_628_800),
    change: ChangeView.meta({ description: 'As in `GET /v1/requests/{id}`.' }),
  }),
  'delivery.failed': z.strictObject({
    request_id: z.string().nullable().meta({ description: 'Id of the request, or null.' }),
    batch_id: z.string().nullable().meta({ description: 'Id of the batch, or null.' }),
    delivery: z.enum(['webhook', 'upload']).meta({ description: 'What was given up.' }),
    url: text('Host of the webhook, or URL of the upload without its query.', 'https://example.com/***'),
    attempts: number('Number of attempts.', 8),
    error: text('Why the last attempt failed.', 'The receiver returned 500.'),
  }),
  'key.expiring': z.strictObject({
    key_id: text('Id of the access key.', '3FaZ0kQ9xW'),
    name: text('Name of the access key.', 'Build server'),
    valid_until: number('Unix time in seconds from which it is invalid.', 1_893_456_000),
  }),
  'batch.ended': z.strictObject({
    batch_id: text('Id of the batch.', '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3'),
    ...BatchView.pick({ total: true, done: true, failed: true, codes: true }).shape,
  }),
  test: z.strictObject({ message: text('What this event is for.', 'This is a test.') }),
} as const

export type EventType = keyof typeof eventData

export type EventData<Type extends EventType = EventType> = z.output<(typeof eventData)[Type]>

/** What an event says, by type. */
export type AccountEvent = { [Type in EventType]: { type: Type; data: EventData<Type> } }[EventType]

/** What can be subscribed to. */
export const eventTopics = [
  'quota.50',
  'quota.90',
  'quota.100',
  'task.failed',
  'task.changed',
  'delivery.failed',
  'key.expiring',
  'batch.ended',
] as const satisfies EventType[]

export type EventTopic = (typeof eventTopics)[number]

const eventTypes = [...eventTopics, 'test'] as const

/** How a subscription writes its messages. */
export const eventFormats = ['json', 'slack', 'discord', 'teams', 'email'] as const

export type EventFormat = (typeof eventFormats)[number]

const seconds = z.int().nonnegative()

/** Returns a union of objects, each with the data of its type. */
const unionOfEvents = <Event extends AccountEvent>(
  toShape: (event: { type: z.ZodType<EventType>; data: z.ZodType }) => z.ZodRawShape,
) =>
  z.discriminatedUnion(
    'type',
    eventTypes.map((type) =>
      z.strictObject(
        toShape({
          type: z.literal(type).meta({ description: 'What has happened.' }),
          data: eventData[type].meta({ description: 'What the event says.' }),
        }),
      ),
    ) as unknown as [z.ZodObject<{ type: z.ZodLiteral<EventType> }>],
  ) as unknown as z.ZodType<Event>

/** An event in a response. */
export type EventView = AccountEvent & {
  id: string
  /** Unix seconds. */
  created: number
  subscription_id: string
  webhook: z.output<typeof webhookView>
}

export const EventView = unionOfEvents<EventView>(({ type, data }) => ({
  id: z.string(),
  type,
  created: seconds,
  data,
  subscription_id: z.string(),
  webhook: webhookView,
}))

/** Newest first. */
export const EventList = z.strictObject({ events: z.array(EventView), cursor: z.string().nullable() })

export type EventList = z.output<typeof EventList>

/** Parameters of `GET /v1/events`. */
export const ListEventsOptions = listOptions('events')

/** The body of the message of an event, in the format `json`. */
export const EventPayload = unionOfEvents(({ type, data }) => ({
  type,
  timestamp: z.iso
    .datetime()
    .meta({ description: 'When it happened.', examples: ['2030-01-01T00:00:00.000Z'] }),
  data,
}))
