import { fieldsOf } from '../docs.ts'

const { flag } = fieldsOf('metadata')

const metadata = (header: string, title: string, content: string, isExtension = false) => {
  const name = `X-Service-Metadata-${header}`
  return flag(false, {
    title,
    description: `Adds the response header \`${name}\`: ${content}`,
    'x-header': name,
    ...(isExtension && { 'x-extension': true }),
  })
}

export const metadata_image_size = metadata(
  'Image-Size',
  'Size',
  'size of the returned image in pixels, for example `1280x1080`.',
)

/** In the order of the reference. */
export const metadataShape = {
  metadata_icon: metadata(
    'Icon',
    'Icon',
    'URL of the icon that the page declares, or of `/favicon.ico` if the site has one, percent-encoded and truncated to 1,500 bytes. Omitted if the page has no icon, and for `html`.',
  ),
  metadata_title: metadata(
    'Title',
    'Title',
    'title of the page, percent-encoded and truncated to 1,500 bytes.',
  ),
  metadata_fonts: metadata(
    'Fonts',
    'Fonts',
    'JSON array of the font families that the text was actually rendered with, truncated to whole names within 1,500 bytes.',
  ),
  metadata_hash: metadata('Hash', 'Hash', 'SHA-256 of the body in lowercase hex.'),
  metadata_status: metadata('Status', 'Status', 'HTTP status of the page. Omitted for `html`.'),
  metadata_headers: metadata(
    'Headers',
    'Headers',
    "JSON object of the page's response headers without `set-cookie`, truncated to whole entries within 4,000 bytes. Omitted for `html`.",
  ),
  metadata_report: metadata(
    'Report',
    'Report',
    'JSON object with the duration of each phase, the number of awaited and missing fonts and images, the number of requests, the waits that timed out, what the result lacks of the page (`incomplete`), how the consent dialog was handled, what `only_main_content` left out, and how the browser is isolated (`isolation`).',
    true,
  ),
}
