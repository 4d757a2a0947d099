import type { AccountEvent, EventData, EventType } from '../../schema/events.ts'

/** A file that a message shows, or a page that it links to. */
interface EventLink {
  label: string
  url: string
}

/** What people read of an event in a channel. Texts may come from pages. */
export interface EventText {
  title: string
  facts: readonly (readonly [label: string, value: string])[]
  /** Below `/dashboard`: the page about it. */
  path: string
  /** Files of the service that are not shown as images, and pages. */
  links: readonly EventLink[]
  images: readonly EventLink[]
}

/** What an event without files says. */
const withoutFiles = { links: [], images: [] }

/** Every channel shows these. */
const shownTypes = ['image/png', 'image/jpeg', 'image/gif']

const shownFile = /\.(?:png|jpe?g|gif)$/

const isGood = new Set<EventType>(['batch.ended', 'task.changed', 'test'])

/** Returns whether an event tells of a problem. */
export const isProblem = (type: EventType): boolean => !isGood.has(type)

const toDate = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')

const quotaText = ({ percent, quota, month }: EventData<'quota.50'>): EventText => ({
  title: percent === 100 ? 'The monthly quota is used up' : `${percent} % of the monthly quota is used`,
  facts: [
    ['Month', month],
    ['Quota', `${quota} renders`],
  ],
  path: '/usage',
  ...withoutFiles,
})

/** A task can have the name of another, which the link to it does not. */
const taskFact = ({ task_id, task_name }: Pick<EventData<'task.failed'>, 'task_id' | 'task_name'>) =>
  ['Task', task_name ?? String(task_id)] as const

const changeText = (data: EventData<'task.changed'>): EventText => {
  const { task_id, request_id, url, title, file, content_type, change } = data
  const { before, difference } = change
  const files = [
    { label: 'Before', url: before?.file },
    { label: 'After', url: file },
    { label: 'Difference', url: difference?.file },
  ].flatMap(({ label, url: found }) => (found === undefined ? [] : [{ label, url: found }]))
  const isShown = ({ url: found }: EventLink) =>
    found === file ? shownTypes.includes(content_type) : shownFile.test(found)
  return {
    title: 'A watched page has changed',
    facts: [
      taskFact(data),
      ...(title ? [['Page', title] as const] : []),
      ...(url ? [['URL', url] as const] : []),
      ['Changed', `${(change.ratio * 100).toFixed(2)} %`],
    ],
    path: `/tasks/${task_id}?run=${request_id}`,
    links: files.filter((found) => !isShown(found)),
    images: files.filter(isShown),
  }
}

const texts: { [Type in EventType]: (data: EventData<Type>) => EventText } = {
  'quota.50': quotaText,
  'quota.90': quotaText,
  'quota.100': quotaText,
  'task.failed': ({ url, failures, error, ...task }) => ({
    title: `A task has failed ${failures} times in a row`,
    facts: [
      taskFact(task),
      ...(url ? [['URL', url] as const] : []),
      ['Error', `${error.code}: ${error.message}`],
    ],
    path: `/tasks/${task.task_id}`,
    ...withoutFiles,
  }),
  'task.changed': changeText,
  'delivery.failed': ({ request_id, batch_id, delivery, url, attempts, error }) => ({
    title: delivery === 'upload' ? 'An upload was given up' : 'A webhook was given up',
    facts: [
      [batch_id === null ? 'Request' : 'Batch', batch_id ?? request_id ?? ''],
      ['URL', url],
      ['Attempts', String(attempts)],
      ['Last attempt', error],
    ],
    path: batch_id === null ? `/requests/${request_id}` : `/batches/${batch_id}`,
    ...withoutFiles,
  }),
  'key.expiring': ({ key_id, name, valid_until }) => ({
    title: 'An access key expires soon',
    facts: [
      ['Key', `${name} (${key_id})`],
      ['Valid until', `${toDate(valid_until)} UTC`],
    ],
    path: '/keys',
    ...withoutFiles,
  }),
  'batch.ended': ({ batch_id, total, done, failed, codes }) => ({
    title: 'A batch has ended',
    facts: [
      ['Batch', batch_id],
      ['Done', `${done} of ${total}`],
      ...(failed > 0
        ? [
            [
              'Failed',
              Object.entries(codes)
                .map(([code, count]) => `${count} ${code}`)
                .join(', '),
            ] as const,
          ]
        : []),
    ],
    path: `/batches/${batch_id}`,
    ...withoutFiles,
  }),
  test: ({ message }) => ({
    title: 'A test of your alerts',
    facts: [['Message', message]],
    path: '/alerts',
    ...withoutFiles,
  }),
}

/** Returns what a message in a channel says about an event. */
export const toEventText = ({ type, data }: AccountEvent): EventText =>
  (texts[type] as (data: EventData) => EventText)(data)

/** Returns the text without images, with their URLs instead. A channel refuses a message whose images it cannot load. */
export const withoutImages = ({ links, images, ...text }: EventText): EventText => ({
  ...text,
  links: [...links, ...images],
  images: [],
})

/** Returns the text with a link to the page about it. @param publicUrl URL of the service, without trailing slash */
export const withDashboard = (text: EventText, publicUrl: string): EventText => ({
  ...text,
  links: [{ label: 'Open in the dashboard', url: `${publicUrl}/dashboard${text.path}` }, ...text.links],
})

/** Returns text of one line with at most this many UTF-16 units. */
export const oneLine = (text: string, lengthMax: number): string => {
  // Characters that change the writing direction could hide a part of the text.
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
