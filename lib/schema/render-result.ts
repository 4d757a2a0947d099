import * as z from 'zod'
import { RequestView, uploadPlace } from './requests.ts'

const { file, expires, content_type, bytes, incomplete, url, ...same } = RequestView.shape

/** The response to `response_type=json`. Fields that do not apply are null. */
export const RenderResult = z.strictObject({
  /** As in `X-Service-Request-Id`. */
  id: z.string(),
  url,
  /** Where redirects and scripts of the page led, without credentials. Null for a document that was sent as `html`. */
  final_url: z.string().nullable(),
  /** HTTP status of the page. Null for a document that was sent as `html`. */
  status: z.int().nullable(),
  title: z.string().nullable(),
  file: file.unwrap(),
  /** When the result was rendered, Unix seconds. */
  created: same.created,
  expires: expires.unwrap(),
  /** Where the file is uploaded to after the response, or null. */
  upload: z.strictObject(uploadPlace).nullable(),
  content_type: content_type.unwrap(),
  bytes: bytes.unwrap(),
  width: same.width,
  height: same.height,
  pages: same.pages,
  duration: same.duration,
  timeout: same.timeout,
  incomplete: incomplete.unwrap(),
  /** The values of the requested metadata headers, decoded. */
  metadata: z.strictObject({
    icon: z.string().optional(),
    title: z.string().optional(),
    fonts: z.array(z.string()).optional(),
    hash: z.string().optional(),
    status: z.int().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    image_size: z.string().optional(),
    /** Names of the values that were truncated, as in `X-Service-Metadata-Truncated`. */
    truncated: z.array(z.string()).optional(),
  }),
  /** What `metadata_report` requests, or null. */
  report: z.record(z.string(), z.unknown()).nullable(),
})

export type RenderResult = z.output<typeof RenderResult>
