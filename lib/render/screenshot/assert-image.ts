import type { ImageFormat } from '../../core/plan/render-plan.ts'
import { InternalError } from '../../errors.ts'

const signatures: Record<ImageFormat, { offset: number; bytes: string }> = {
  jpeg: { offset: 0, bytes: '\xff\xd8\xff' },
  png: { offset: 0, bytes: '\x89PNG\r\n\x1a\n' },
  webp: { offset: 8, bytes: 'WEBP' },
  gif: { offset: 0, bytes: 'GIF8' },
  avif: { offset: 4, bytes: 'ftypavif' },
}

/** Chromium answers with zero bytes, not with an error, when its encoder gives up. */
export const assertImage = (format: ImageFormat, body: Buffer): Buffer => {
  const { offset, bytes } = signatures[format]
  if (body.toString('latin1', offset, offset + bytes.length) === bytes) return body
  throw new InternalError('The image could not be created. Send the request again.', {
    cause: new Error(`${body.length} bytes that are no ${format}`),
  })
}
