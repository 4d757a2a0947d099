import type { PixelSize } from '../../../core/plan/image-size.ts'

/** The formats that Chromium encodes. */
export type ChromiumFormat = 'jpeg' | 'webp' | 'png'

/**
 * Returns the size of an image as its header states it, or undefined if the header is incomplete. sharp would read it too, but loading
 * sharp takes 30 ms and 20 MB.
 */
export const readImageSize = (format: ChromiumFormat, body: Buffer): PixelSize | undefined => {
  try {
    return readers[format](body)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A frame header has one of the markers C0 to CF. The other three of them are tables and reserved (ITU-T T.81, table B.1). */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const readJpegSize = (body: Buffer) => {
  for (let offset = 2; ; offset += 2 + body.readUInt16BE(offset + 2)) {
    if (isFrameHeader(body.readUInt8(offset + 1)))
      return { height: body.readUInt16BE(offset + 5), width: body.readUInt16BE(offset + 7) }
  }
}

/** https://developers.google.com/speed/webp/docs/riff_container */
const readWebpSize = (body: Buffer) => {
  const chunk = body.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: body.readUIntLE(24, 3) + 1, height: body.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ')
    return { width: body.readUInt16LE(26) & 0x3fff, height: body.readUInt16LE(28) & 0x3fff }
  if (chunk !== 'VP8L') return undefined
  const bits = body.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

/** The chunk IHDR comes first (https://www.w3.org/TR/png-3/#11IHDR). */
const readPngSize = (body: Buffer) => ({ width: body.readUInt32BE(16), height: body.readUInt32BE(20) })

const readers: Record<ChromiumFormat, (body: Buffer) => PixelSize | undefined> = {
  jpeg: readJpegSize,
  webp: readWebpSize,
  png: readPngSize,
}
