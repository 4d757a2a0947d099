import type { EventFormat, EventTopic } from '../../../lib/schema/events.ts'

/** Names each format by who reads it. */
export const formatNames: Readonly<Record<EventFormat, string>> = {
  json: 'Your program',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Teams',
  email: 'Email',
}

/** Says when each topic is sent. */
export const topicTexts: Readonly<Record<EventTopic, string>> = {
  'task.changed': 'A watched page changed',
  'task.failed': 'A task failed three times in a row',
  'batch.ended': 'A batch ended',
  'delivery.failed': 'A webhook or an upload was given up',
  'key.expiring': 'An access key expires soon',
  'quota.50': '50 % of the quota is used',
  'quota.90': '90 % of the quota is used',
  'quota.100': 'The quota is used up',
}

export const isTopic = (text: string): text is EventTopic => Object.hasOwn(topicTexts, text)

/** Returns the address of an email, or the host of another URL. */
export const receiverName = (url: string): string => {
  const { protocol, host, pathname } = new URL(url)
  return protocol === 'mailto:' ? pathname : host
}
