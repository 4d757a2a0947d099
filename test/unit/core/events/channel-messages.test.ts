import type { KnownBlock } from '@slack/types'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { toEventBody } from '../../../../lib/core/events/event-message.ts'
import type { AccountEvent, EventFormat } from '../../../../lib/schema/events.ts'
import {
  DiscordMessage,
  readCard,
  SlackMessage,
  TeamsMessage,
} from '../../../support/sites/channel-formats.ts'

const url = (letter: string, extension = 'png') =>
  `https://files.example/cache/${letter.repeat(32)}.${extension}`

const changed = (
  over: { name?: string; title?: string; url?: string; file?: string; contentType?: string } = {},
): AccountEvent => ({
  type: 'task.changed',
  data: {
    task_id: 244_891_732_049_920,
    task_name: over.name ?? 'Front page',
    request_id: '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3',
    url: over.url ?? 'https://example.com/pricing?plan=a&b=1',
    title: over.title ?? 'Pricing',
    file: over.file ?? url('b'),
    content_type: over.contentType ?? 'image/png',
    expires: 1_893_628_800,
    change: {
      changed: true,
      ratio: 0.0123,
      regions: [],
      before: { id: '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a2', file: url('a'), expires: 1_893_628_800 },
      difference: { file: url('c'), expires: 1_893_628_800 },
      text_difference: null,
    },
  },
})

const every: AccountEvent[] = [
  ...([50, 90, 100] as const).map(
    (percent) =>
      ({ type: `quota.${percent}`, data: { percent, quota: 1000, month: '2026-11' } }) as AccountEvent,
  ),
  {
    type: 'task.failed',
    data: {
      task_id: 1,
      task_name: 'Front page',
      request_id: 'r',
      url: null,
      failures: 3,
      error: { code: 'host_not_found', message: 'The host does not exist.' },
    },
  },
  changed(),
  {
    type: 'delivery.failed',
    data: {
      request_id: 'r',
      batch_id: null,
      delivery: 'webhook',
      url: 'https://example.com/hook',
      attempts: 8,
      error: 'The receiver returned 500.',
    },
  },
  { type: 'key.expiring', data: { key_id: 'k', name: 'Build server', valid_until: 1_893_456_000 } },
  {
    type: 'batch.ended',
    data: { batch_id: 'b', total: 3, done: 1, failed: 2, codes: { page_timeout: 1, canceled: 1 } },
  },
  { type: 'test', data: { message: 'This is a test.' } },
]

const publicUrl = 'https://api.example'

const messageOf = (event: AccountEvent, format: EventFormat, attempt = 1, nowMs = 1_893_456_000_000) =>
  toEventBody({ event, created: 1_893_456_000 }, { format, attempt, publicUrl, nowMs })

const published = { slack: SlackMessage, discord: DiscordMessage, teams: TeamsMessage }

/** Every string of a message. */
const stringsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(stringsOf)
    : [value].filter((part) => typeof part === 'string')

const hostile =
  '@everyone <!channel> <@U123> [click](https://evil.example) **b** `c` \u202egpj.exe\u0000 &amp; \ud800'

const long = changed({ title: hostile.repeat(2000), url: `https://example.com/${'a'.repeat(8000)}` })

test.each(['slack', 'discord', 'teams'] as const)(
  'every event is a message in the published format of %s',
  (format) => {
    for (const event of [...every, changed({ title: hostile }), long])
      for (const attempt of [1, 2]) {
        const message = messageOf(event, format, attempt)
        published[format].parse(message)
        for (const text of stringsOf(message)) expect(text).toBe(text.toWellFormed())
      }
  },
)

test('the parser of Adaptive Cards accepts every card, and the types of Slack every block', () => {
  for (const event of [...every, changed({ title: hostile }), long])
    for (const attempt of [1, 2]) {
      const [card] = TeamsMessage.parse(messageOf(event, 'teams', attempt)).attachments
      expect(readCard(card?.content)).toEqual([])
      const blocks: KnownBlock[] = SlackMessage.parse(messageOf(event, 'slack', attempt)).blocks
      expect(blocks[0]?.type).toBe('header')
    }
  const image = { type: 'Image', url: url('a'), size: 'huge' }
  expect(readCard({ type: 'AdaptiveCard', version: '1.4', body: [image] })).toEqual([
    'Invalid value "huge" for property "size".',
  ])
})

test('JSON has the type, the time and the data, and nothing else', () => {
  for (const event of every)
    expect(messageOf(event, 'json')).toEqual({
      type: event.type,
      timestamp: '2030-01-01T00:00:00.000Z',
      data: event.data,
    })
})

/** The URLs that the published formats show as images, and those that they make links. */
const shownBy = {
  slack: (message: object) => {
    const { blocks } = SlackMessage.parse(message)
    const links = blocks.flatMap((block) =>
      'text' in block && block.text.type === 'mrkdwn' ? [block.text.text] : [],
    )
    return {
      images: blocks.flatMap((block) => ('image_url' in block ? [block.image_url] : [])),
      links: links.flatMap((text) =>
        [...text.matchAll(/<([^<>|]+)\|[^<>|]+>/g)].map(([, link = '']) => link),
      ),
    }
  },
  discord: (message: object) => {
    const { embeds } = DiscordMessage.parse(message)
    const values = embeds.flatMap(({ fields = [] }) => fields.map(({ value }) => value))
    return {
      images: embeds.flatMap(({ image }) => (image ? [image.url] : [])),
      links: values.filter((value) => value.startsWith('https://')),
    }
  },
  teams: (message: object) => {
    const { body, actions } = TeamsMessage.parse(message).attachments[0]?.content ?? { body: [], actions: [] }
    return {
      images: body.flatMap((element) => (element.type === 'Image' ? [element.url] : [])),
      links: actions.map((action) => action.url),
    }
  },
}

const imagesOf = (message: object, format: keyof typeof shownBy) => shownBy[format](message).images

test.each(['slack', 'discord', 'teams'] as const)(
  '%s shows the images before, after and the difference, in this order',
  (format) => {
    expect(imagesOf(messageOf(changed(), format), format)).toEqual([url('a'), url('b'), url('c')])
  },
)

test.each(['slack', 'discord', 'teams'] as const)(
  '%s gets links in place of images that it cannot show or that have expired, and in every attempt after the first',
  (format) => {
    const task = `${publicUrl}/dashboard/tasks/244891732049920?run=0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3`
    const webp = messageOf(changed({ file: url('b', 'webp'), contentType: 'image/webp' }), format)
    expect(shownBy[format](webp)).toEqual({ images: [url('a'), url('c')], links: [task, url('b', 'webp')] })
    const expired = messageOf(changed(), format, 1, 1_893_628_800_000)
    expect(shownBy[format](expired).images).toEqual([])
    const second = messageOf(changed(), format, 2)
    expect(shownBy[format](second)).toEqual({ images: [], links: [task, url('a'), url('b'), url('c')] })
  },
)

test.each(['slack', 'discord', 'teams'] as const)(
  '%s names the task, and links to what each event is about',
  (format) => {
    const failed = messageOf(every[3] as AccountEvent, format)
    expect(stringsOf(failed).some((text) => text.includes('Front page'))).toBe(true)
    const paths = every.map((event) =>
      shownBy[format](messageOf(event, format)).links[0]?.slice(publicUrl.length),
    )
    expect(paths.map((path) => path?.replace('/dashboard', ''))).toEqual([
      ...['/usage', '/usage', '/usage', '/tasks/1'],
      '/tasks/244891732049920?run=0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3',
      ...['/requests/r', '/keys', '/batches/b', '/alerts'],
    ])
  },
)

test('a deleted task is named by its number, and a service without a URL is not linked to', () => {
  const failed = every[3] as Extract<AccountEvent, { type: 'task.failed' }>
  const event = { ...failed, data: { ...failed.data, task_name: null } }
  const message = toEventBody(
    { event, created: 1 },
    { format: 'slack', attempt: 1, publicUrl: undefined, nowMs: 0 },
  )
  expect(stringsOf(message)).toContain('Task\n1')
  expect(shownBy.slack(message).links).toEqual([])
})

test('texts of a page are neither mentions nor markup in Slack', () => {
  const message = messageOf(
    changed({ title: hostile, name: hostile, url: 'https://example.com/<a|b>' }),
    'slack',
  )
  const { blocks } = SlackMessage.parse(message)
  const links = blocks.findIndex((block) => 'text' in block && block.text.type === 'mrkdwn')
  const [{ text } = { text: undefined }] = blocks.splice(links, 1) as { text?: { text: string } }[]
  expect(text?.text).toBe(
    '<https://api.example/dashboard/tasks/244891732049920?run=0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3|Open in the dashboard>',
  )
  expect(JSON.stringify(blocks)).not.toMatch(/[<>]|mrkdwn/)
  expect(JSON.stringify(blocks)).toContain('&lt;!channel&gt;')
})

test.each([...'abcdefgh'])(
  'a title of escapes after %s is within the limit of Slack, and cut at none',
  (first) => {
    const title = first.repeat(first.charCodeAt(0) - 96) + '&'.repeat(600)
    const message = SlackMessage.parse(messageOf(changed({ title }), 'slack'))
    const text = JSON.stringify(message)
    expect(text).toContain('&amp;…')
    expect(text).not.toMatch(/&(?!amp;)/)
  },
)

test('texts of a page are neither mentions nor markup in Discord', () => {
  const message = messageOf(changed({ title: hostile }), 'discord') as z.output<typeof DiscordMessage>
  const value = message.embeds[0]?.fields?.find(({ name }) => name === 'Page')?.value ?? ''
  // Without what is escaped, no character with a meaning is left.
  expect(value.replace(/\\./g, '')).not.toMatch(/[\\@<>[\]()*_`~|#:/]/)
  expect(value).toContain('\\@everyone')
})

test('a title that is a URL is no link in Discord, unlike the URL of a file', () => {
  const webp = { title: 'https://evil.example/login', file: url('b', 'webp'), contentType: 'image/webp' }
  const { embeds } = messageOf(changed(webp), 'discord') as z.output<typeof DiscordMessage>
  const values = Object.fromEntries((embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]))
  expect(values).toMatchObject({ Page: 'https\\:\\/\\/evil\\.example\\/login', After: url('b', 'webp') })
})

test('texts of a page are in Teams only in runs of text, which have no markup', () => {
  const text = JSON.stringify(messageOf(changed({ title: hostile }), 'teams'))
  expect(text).not.toMatch(/"TextBlock"|"FactSet"|"entities"/)
  expect(text).toContain('@everyone')
})

test.each(['slack', 'discord', 'teams'] as const)('%s gets no control or direction characters', (format) => {
  expect(JSON.stringify(messageOf(changed({ title: hostile }), format))).not.toMatch(
    /\\u0000|\u202e|\\ud800/i,
  )
})

/** `EmailContent` of https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_EmailContent.html, with what is used of it. */
const Content = z.strictObject({ Data: z.string().min(1), Charset: z.literal('UTF-8') })
const EmailMessage = z.strictObject({
  Simple: z.strictObject({ Subject: Content, Body: z.strictObject({ Text: Content, Html: Content }) }),
})

test('an email has the facts, the links and the images as text and as HTML', () => {
  const { Simple } = EmailMessage.parse(messageOf(changed(), 'email'))
  const task = `${publicUrl}/dashboard/tasks/244891732049920?run=0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3`
  expect(Simple.Subject.Data).toBe('A watched page has changed')
  expect(Simple.Body.Text.Data.split('\n')).toEqual([
    'A watched page has changed',
    '',
    'Task: Front page',
    'Page: Pricing',
    'URL: https://example.com/pricing?plan=a&b=1',
    'Changed: 1.23 %',
    `Open in the dashboard: ${task}`,
    ...[`Before: ${url('a')}`, `After: ${url('b')}`, `Difference: ${url('c')}`],
  ])
  expect(Simple.Body.Html.Data).toContain(`<a href="${task}">Open in the dashboard</a>`)
  expect(Simple.Body.Html.Data).toContain(`<img src="${url('a')}" alt="Before" width="600">`)
})

test('texts of a page are neither markup nor further lines in an email', () => {
  const title = `${hostile}\r\nBcc: x@evil.example <img src=x onerror="a">`
  for (const event of [...every, changed({ title, name: title }), long]) {
    const { Simple } = EmailMessage.parse(messageOf(event, 'email'))
    expect(Simple.Subject.Data).not.toMatch(/[\r\n]/)
    expect(Simple.Body.Text.Data).not.toMatch(/\r|\nBcc|\u202e/)
    const tags = Simple.Body.Html.Data.match(/<[^>]*>/g) ?? []
    expect(
      tags.filter(
        (tag) =>
          !/^<(?:\/?(?:h2|p|b|a)|br|a href="https:[^"]*"|img src="https:[^"]*" alt="[A-Z][a-z]+" width="600")>$/.test(
            tag,
          ),
      ),
    ).toEqual([])
  }
})
