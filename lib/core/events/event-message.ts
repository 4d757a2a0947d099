import type { EventFormat } from '../../schema/events.ts'
import { channelMessages } from './channel-messages.ts'
import type { StoredEvent } from './event.ts'
import { isProblem, toEventText, withDashboard, withoutImages } from './event-text.ts'

interface MessageOptions {
  format: EventFormat
  /** From 1. Only the first one has images, which a channel may be unable to load. */
  attempt: number
  /** URL of the service, without trailing slash. Undefined if it has none to link to. */
  publicUrl: string | undefined
}

/** Returns the body of the message of an event. */
export const toEventBody = (
  { event, created }: Pick<StoredEvent, 'event' | 'created'>,
  { format, attempt, publicUrl }: MessageOptions,
): object => {
  const { type, data } = event
  if (format === 'json') return { type, timestamp: new Date(created * 1000).toISOString(), data }
  const text = attempt === 1 ? toEventText(event) : withoutImages(toEventText(event))
  return channelMessages[format]({
    text: publicUrl === undefined ? text : withDashboard(text, publicUrl),
    isProblem: isProblem(type),
    created,
  })
}
