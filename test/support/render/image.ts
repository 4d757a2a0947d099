import sharp from 'sharp'

export interface DecodedImage {
  width: number
  height: number
  format: string
  /** Red, green, blue, alpha of the pixel, 0–255 each. */
  at(x: number, y: number): [number, number, number, number]
}

/** Decodes an image of any format the service makes, for tests that read pixels. */
export const decodeImage = async (bytes: Uint8Array): Promise<DecodedImage> => {
  const image = sharp(bytes, { limitInputPixels: false, unlimited: true })
  const { format } = await image.metadata()
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    format,
    at(x, y) {
      if (x < 0 || y < 0 || x >= info.width || y >= info.height)
        throw new RangeError(`no pixel ${x},${y} in ${info.width}x${info.height}`)
      const i = (y * info.width + x) * 4
      return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, data[i + 3] ?? 0]
    },
  }
}

/** True when each of the three colors is within `tolerance` (JPEG noise) of the expected one. */
export const isNear = (
  pixel: readonly number[],
  [red, green, blue]: readonly [number, number, number],
  tolerance = 12,
) =>
  Math.abs((pixel[0] ?? 0) - red) <= tolerance &&
  Math.abs((pixel[1] ?? 0) - green) <= tolerance &&
  Math.abs((pixel[2] ?? 0) - blue) <= tolerance

/** Reads pixels and the names of their colors, as `10,20 red  30,20 blue`. */
export const readPixels = <Color>(text: string, colors: Readonly<Record<string, Color>>) =>
  [...text.matchAll(/(\d+),(\d+) (\w+)/g)].map(
    ([, x, y, name = '']) => [Number(x), Number(y), colors[name] as Color] as const,
  )
