import * as z from 'zod'
import { outputNames } from './output-names.ts'
import { RenderResult } from './render-result.ts'

const file = { file: true, content_type: true, bytes: true, width: true, height: true, pages: true } as const

const page = { url: true, final_url: true, status: true, title: true } as const

const result = { timeout: true, incomplete: true, created: true, expires: true } as const

const listed = z.array(z.string())

/** What a page says about itself. */
export const PageMetadata = z.strictObject({
  title: z.string(),
  description: z.string().nullable(),
  canonical: z.string().nullable(),
  language: z.string().nullable(),
  theme_color: z.string().nullable(),
  author: z.string().nullable(),
  /** The values of each property, such as `og:image`, `article:published_time` and `product:price:amount`. */
  open_graph: z.record(z.string(), listed),
  twitter_card: z.record(z.string(), listed),
  /** Parsed. Scripts that cannot be read as JSON, or have more than 100 levels, are left out. */
  json_ld: z.array(z.unknown()),
  icons: z.array(
    z.strictObject({
      url: z.string(),
      rel: z.string(),
      sizes: z.string().nullable(),
      type: z.string().nullable(),
    }),
  ),
  feeds: z.array(z.strictObject({ url: z.string(), title: z.string().nullable(), type: z.string() })),
  /** Something was left out because there was too much of it. */
  truncated: z.boolean(),
})

export type PageMetadata = z.output<typeof PageMetadata>

/** The content of the output `links`. */
export const PageLinks = z.strictObject({
  links: z.array(z.strictObject({ url: z.string(), text: z.string(), rel: z.string().nullable() })),
  truncated: z.boolean(),
})

export type PageLinks = z.output<typeof PageLinks>

/** The response of a snapshot, and its stored file. */
export const SnapshotDocument = z.strictObject({
  ...RenderResult.pick({ ...page, ...result }).shape,
  /** A file that a snapshot has made, by its output. */
  outputs: z.partialRecord(z.enum(outputNames), RenderResult.pick(file)),
  /** The output `metadata`, or null. */
  metadata: PageMetadata.nullable(),
})

export type SnapshotDocument = z.output<typeof SnapshotDocument>
