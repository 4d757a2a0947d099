import type { EventFormat } from '../../schema/events.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { type EventText, oneLine } from './event-text.ts'

/** A message, and what all formats need to write it. */
interface ChannelMessage {
  text: EventText
  isProblem: boolean
  /** Unix seconds. */
  created: number
}

/** Longer than any URL of a result. */
const valueMax = 600

const titleMax = 120

/** Returns the text with one line in its title and in each fact. */
const shorten = ({ title, facts, ...files }: EventText, lengthMax = valueMax) => ({
  ...files,
  title: oneLine(title, titleMax),
  facts: facts.map(([label, value]) => [oneLine(label, titleMax), oneLine(value, lengthMax)] as const),
})

/** For a fact without a value, which a channel refuses. */
const nothing = '–'

/**
 * https://docs.slack.dev/messaging/formatting-message-text#escaping: without these characters, neither a mention such as `<!channel>` nor a
 * link is in the text. Escapes count too, so the text is cut after them, and never within one.
 */
const escapeSlack = (text: string, lengthMax: number) => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (escaped.length <= lengthMax) return escaped
  return `${escaped.slice(0, lengthMax - 1).replace(/&[a-z]{0,3}$|[\ud800-\udbff]$/, '')}…`
}

/** Of a field in a section. */
const slackFieldMax = 2000

const plainText = (text: string, lengthMax = slackFieldMax) => ({
  type: 'plain_text',
  text: escapeSlack(text, lengthMax),
  emoji: false,
})

/** Of a text in a section. */
const slackTextMax = 3000

/** The labels and the URLs are those of the service, never of a page. */
const slackLinks = (links: EventText['links']) => ({
  type: 'section',
  text: {
    type: 'mrkdwn',
    text: links.map(({ label, url }) => `<${escapeSlack(url, slackTextMax)}|${label}>`).join(' · '),
  },
})

/** A message of Slack with blocks (https://docs.slack.dev/reference/block-kit/blocks): at most 50, and 10 fields in a section. */
const toSlack = ({ text }: ChannelMessage) => {
  const { title, facts, links, images } = shorten(text)
  return {
    // Shown by notifications.
    text: escapeSlack(title, titleMax),
    unfurl_links: false,
    blocks: [
      { type: 'header', text: plainText(title, titleMax) },
      {
        type: 'section',
        fields: facts.slice(0, 10).map(([label, value]) => plainText(`${label}\n${value || nothing}`)),
      },
      ...(links.length > 0 ? [slackLinks(links)] : []),
      ...images.map(({ label, url }) => ({
        type: 'image',
        image_url: url,
        alt_text: label,
        title: plainText(label),
      })),
    ],
  }
}

/** Every character that Discord's Markdown gives a meaning, and those that begin a mention. */
const escapeDiscord = (text: string) => text.replace(/[\\`*_{}[\]()<>#+\-.!|~@:/]/g, '\\$&')

/** Discord counts what was escaped: at most 1,024 characters in a value and 6,000 in all embeds. */
const discordValueMax = 250

const colors = { problem: 0xd92d20, news: 0x2e7d32 }

/** A message of Discord with embeds (https://discord.com/developers/docs/resources/webhook#execute-webhook): at most 10. */
const toDiscord = ({ text, isProblem, created }: ChannelMessage) => {
  const { title, facts, links, images } = shorten(text, discordValueMax)
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title,
        color: isProblem ? colors.problem : colors.news,
        timestamp: new Date(created * 1000).toISOString(),
        fields: [
          ...facts.map(([name, value]) => ({ name, value: escapeDiscord(value) || nothing })),
          // An escaped URL is no link.
          ...links.map(({ label, url }) => ({ name: label, value: url })),
        ].slice(0, 10),
      },
      ...images.map(({ label, url }) => ({ title: label, image: { url } })),
    ],
  }
}

/** A paragraph whose texts have no Markdown, unlike those of a TextBlock and a FactSet. */
const paragraph = (
  ...inlines: { text: string; weight?: 'Bolder'; size?: 'Large'; color?: 'Attention' }[]
) => ({
  type: 'RichTextBlock',
  inlines: inlines.map((inline) => ({ type: 'TextRun', ...inline })),
})

/**
 * A message for a workflow of Teams that posts "when a webhook request is received", with an Adaptive Card (https://adaptivecards.io/explorer/).
 * At most 28 KB.
 */
const toTeams = ({ text, isProblem }: ChannelMessage) => {
  const { title, facts, links, images } = shorten(text)
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      paragraph({
        text: title,
        weight: 'Bolder',
        size: 'Large',
        ...(isProblem && { color: 'Attention' as const }),
      }),
      ...facts
        .slice(0, 10)
        .map(([label, value]) =>
          paragraph({ text: `${label}: `, weight: 'Bolder' }, { text: value || nothing }),
        ),
      ...images.flatMap(({ label, url }) => [
        paragraph({ text: label, weight: 'Bolder' }),
        { type: 'Image', url, altText: label },
      ]),
    ],
    // Teams shows at most six.
    actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

const toHtml = ({ title, facts, links, images }: ReturnType<typeof shorten>) =>
  [
    `<h2>${escapeHtml(title)}</h2>`,
    ...facts.map(([label, value]) => `<p><b>${escapeHtml(label)}:</b> ${escapeHtml(value || nothing)}</p>`),
    ...links.map(({ label, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`),
    ...images.map(
      ({ label, url }) =>
        `<p>${escapeHtml(label)}<br><img src="${escapeHtml(url)}" alt="${escapeHtml(label)}" width="600"></p>`,
    ),
  ].join('\n')

const toPlainText = ({ title, facts, links, images }: ReturnType<typeof shorten>) =>
  [
    title,
    '',
    ...facts.map(([label, value]) => `${label}: ${value || nothing}`),
    ...[...links, ...images].map(({ label, url }) => `${label}: ${url}`),
  ].join('\n')

/** The content of an email (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_EmailContent.html). */
const toEmail = ({ text }: ChannelMessage) => {
  const shown = shorten(text)
  const utf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' })
  return {
    Simple: {
      Subject: utf8(shown.title),
      Body: { Text: utf8(toPlainText(shown)), Html: utf8(toHtml(shown)) },
    },
  }
}

/** How each kind of channel writes a message. */
export const channelMessages: Readonly<
  Record<Exclude<EventFormat, 'json'>, (message: ChannelMessage) => object>
> = { slack: toSlack, discord: toDiscord, teams: toTeams, email: toEmail }
