import type { AccountEvent, EventFormat } from '../../schema/events.ts'
import { channelMessages } from './channel-messages.ts'
import type { StoredEvent } from './event.ts'
import { isProblem, toEventText, withDashboard, withoutImages } from './event-text.ts'

interface MessageOptions {
  format: EventFormat
  /** From 1. Only the first one has images, which a channel may be unable to load. */
  attempt: number
  /** URL of the service, without trailing slash. Undefined if it has none to link to. */
  publicUrl: string | undefined
  /** Images of expired files are left out. */
  nowMs: number
}

/** Returns when the first file of an event expires, in Unix seconds. */
const toFilesEnd = ({ type, data }: AccountEvent): number =>
  type === 'task.changed' ? Math.min(data.expires, data.change.before?.expires ?? data.expires) : Infinity

/** Returns the body of the message of an event. */
export const toEventBody = (
  { event, created }: Pick<StoredEvent, 'event' | 'created'>,
  { format, attempt, publicUrl, nowMs }: MessageOptions,
): object => {
  const { type, data } = event
  if (format === 'json') return { type, timestamp: new Date(created * 1000).toISOString(), data }
  const showsImages = attempt === 1 && nowMs < toFilesEnd(event) * 1000
  const text = showsImages ? toEventText(event) : withoutImages(toEventText(event))
  return channelMessages[format]({
    text: publicUrl === undefined ? text : withDashboard(text, publicUrl),
    isProblem: isProblem(type),
    created,
  })
}
