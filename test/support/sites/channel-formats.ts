import { createRequire } from 'node:module'
import * as z from 'zod'

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.literal(false) })

/** The blocks that are used, with the limits of https://docs.slack.dev/reference/block-kit/blocks. */
export const SlackMessage = z.strictObject({
  text: z.string().min(1).max(4000),
  unfurl_links: z.boolean(),
  blocks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('header'), text: plainText(150) }),
        z.union([
          z.strictObject({ type: z.literal('section'), fields: z.array(plainText(2000)).min(1).max(10) }),
          z.strictObject({
            type: z.literal('section'),
            text: z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3000) }),
          }),
        ]),
        z.strictObject({
          type: z.literal('image'),
          image_url: z.url().max(3000),
          alt_text: z.string().min(1).max(2000),
          title: plainText(2000),
        }),
      ]),
    )
    .min(1)
    .max(50),
})

/** With the limits of https://discord.com/developers/docs/resources/message#embed-object-embed-limits. */
export const DiscordMessage = z
  .strictObject({
    allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
    embeds: z
      .array(
        z.strictObject({
          title: z.string().min(1).max(256),
          color: z.int().min(0).max(0xffffff).optional(),
          timestamp: z.iso.datetime().optional(),
          fields: z
            .array(z.strictObject({ name: z.string().min(1).max(256), value: z.string().min(1).max(1024) }))
            .max(25)
            .optional(),
          image: z.strictObject({ url: z.url() }).optional(),
        }),
      )
      .min(1)
      .max(10),
  })
  .refine(
    ({ embeds }) =>
      embeds
        .flatMap(({ title, fields = [] }) => [title, ...fields.flatMap(({ name, value }) => [name, value])])
        .join('').length <= 6000,
  )

const richText = z.strictObject({
  type: z.literal('RichTextBlock'),
  inlines: z
    .array(
      z.strictObject({
        type: z.literal('TextRun'),
        text: z.string().min(1),
        weight: z.enum(['Bolder']).optional(),
        size: z.enum(['Large']).optional(),
        color: z.enum(['Attention']).optional(),
      }),
    )
    .min(1),
})

/** The elements that are used, of https://adaptivecards.io/explorer/ version 1.4, and the message around them. */
export const TeamsMessage = z
  .strictObject({
    type: z.literal('message'),
    attachments: z
      .array(
        z.strictObject({
          contentType: z.literal('application/vnd.microsoft.card.adaptive'),
          contentUrl: z.null(),
          content: z.strictObject({
            $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
            type: z.literal('AdaptiveCard'),
            version: z.literal('1.4'),
            body: z
              .array(
                z.discriminatedUnion('type', [
                  richText,
                  z.strictObject({ type: z.literal('Image'), url: z.url(), altText: z.string().min(1) }),
                ]),
              )
              .min(1),
            actions: z
              .array(
                z.strictObject({
                  type: z.literal('Action.OpenUrl'),
                  title: z.string().min(1),
                  url: z.url(),
                }),
              )
              .max(6),
          }),
        }),
      )
      .length(1),
  })
  .refine((message) => Buffer.byteLength(JSON.stringify(message)) <= 28_000)

/** The parser of Microsoft, whose module for Node lacks extensions. */
const { AdaptiveCard, SerializationContext, Versions } = createRequire(import.meta.url)(
  'adaptivecards/dist/adaptivecards.js',
) as typeof import('adaptivecards')

/** Returns what it says about a card. */
export const readCard = (content: unknown): string[] => {
  const card = new AdaptiveCard()
  const context = new SerializationContext(Versions.v1_4)
  card.parse(content, context)
  const problems = card.validateProperties().validationEvents.map(({ message }) => message)
  for (let index = 0; index < context.eventCount; index++)
    problems.push(context.getEventAt(index)?.message ?? '')
  return problems
}
