import type { EventFormat } from '../../schema/events.ts'
import { channelMessages } from './channel-messages.ts'
import type { StoredEvent } from './event.ts'
import { isProblem, toEventText, withoutImages } from './event-text.ts'

/**
 * Returns the body of the message of an event.
 * @param attempt from 1. Only the first one has images, which a channel may be unable to load
 */
export const toEventBody = (
  { event, created }: Pick<StoredEvent, 'event' | 'created'>,
  { format, attempt }: { format: EventFormat; attempt: number },
): object => {
  const { type, data } = event
  if (format === 'json') return { type, timestamp: new Date(created * 1000).toISOString(), data }
  const text = toEventText(event)
  return channelMessages[format]({
    text: attempt === 1 ? text : withoutImages(text),
    isProblem: isProblem(type),
    created,
  })
}
