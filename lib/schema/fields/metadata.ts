import * as z from 'zod'
import { docs } from '../docs.ts'

const metadata = (header: string, title: string, content: string, isExtension = false) => {
  const name = `X-Service-Metadata-${header}`
  return z
    .boolean()
    .default(false)
    .register(docs, {
      title,
      description: `Adds the response header \`${name}\`: ${content}`,
      examples: [true],
      'x-group': 'metadata',
      'x-header': name,
      ...(isExtension && { 'x-extension': true }),
    })
}

export const metadata_image_size = metadata(
  'Image-Size',
  'Size',
  'size of the delivered picture in pixels, e.g. `1280x1080`.',
)
export const metadata_icon = metadata(
  'Icon',
  'Icon',
  'URL of the icon that the page declares, or of its `/favicon.ico` if the site has one, percent-encoded, cut at 1,500 bytes. Left out for a page without an icon and for `html`.',
)
export const metadata_title = metadata(
  'Title',
  'Title',
  'title of the page, percent-encoded, cut at 1,500 bytes.',
)
export const metadata_fonts = metadata(
  'Fonts',
  'Fonts',
  'JSON array of the font families that text was really drawn with, cut to whole names at 1,500 bytes.',
)
export const metadata_hash = metadata('Hash', 'Hash', 'SHA-256 of the body in lower-case hex.')
export const metadata_status = metadata('Status', 'Status', 'HTTP status of the page. Left out for `html`.')
export const metadata_headers = metadata(
  'Headers',
  'Headers',
  'JSON object of the page’s response headers without `set-cookie`, cut to whole entries at 4,000 bytes. Left out for `html`.',
)
export const metadata_report = metadata(
  'Report',
  'Report',
  'JSON object with the times of the phases, fonts and images awaited and missing, requests, waits that ran out, what happened to the consent dialog.',
  true,
)
