import * as z from 'zod'
import { renderOrigins } from '../access/places.ts'

/** The bodies of the messages of one queue. */
interface MessageFormat<Message> {
  encode(message: Message): string
  /** Returns undefined if the body is not a message of this queue. */
  decode(body: string): Message | undefined
}

const formatOf = <Schema extends z.ZodType>(schema: Schema): MessageFormat<z.output<Schema>> => ({
  encode: (message) => JSON.stringify(message),
  decode(body) {
    try {
      return schema.safeParse(JSON.parse(body)).data
    } catch {
      return undefined
    }
  },
})

const id = z.string().min(1)

// Messages only name items of the tables. No secret and no content of a page goes through a queue.

const RenderMessage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('request'),
    accountId: id,
    requestId: id,
    /** What the request belongs to, and when it was created (Unix seconds), if it has waited for a place. */
    waited: z.object({ origin: z.enum(renderOrigins), created: z.int() }).optional(),
  }),
  /** Sent by the schedule of a task. */
  z.object({
    kind: z.literal('task'),
    accountId: id,
    taskId: z.int().positive(),
    /** ISO 8601 in UTC. */
    scheduledTime: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  }),
])

/** Tells a worker to render a request, or to begin a run of a task. */
export type RenderMessage = z.output<typeof RenderMessage>

export const renderMessages = formatOf(RenderMessage)

/** Each tells a worker to deliver the webhook of an ended request. */
export const queuedWebhooks = formatOf(z.object({ accountId: id, requestId: id }))
