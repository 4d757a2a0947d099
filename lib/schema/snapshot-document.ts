import * as z from 'zod'
import { outputNames } from './output-names.ts'
import { RenderResult } from './render-result.ts'

const {
  file,
  content_type,
  bytes,
  width,
  height,
  pages,
  final_url,
  status,
  title,
  timeout,
  incomplete,
  created,
  expires,
  url,
} = RenderResult.shape

/** A file that a snapshot has made. */
const SnapshotFile = z.strictObject({ file, content_type, bytes, width, height, pages })

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
  url,
  final_url,
  status,
  title,
  timeout,
  incomplete,
  created,
  expires,
  outputs: z.partialRecord(z.enum(outputNames), SnapshotFile),
  /** The output `metadata`, or null. */
  metadata: PageMetadata.nullable(),
})

export type SnapshotDocument = z.output<typeof SnapshotDocument>
