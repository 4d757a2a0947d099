import { intersect } from '../plan/capture-area.ts'
import type { PixelSize } from '../plan/image-size.ts'
import type { Rectangle } from '../plan/render-plan.ts'

interface Captured {
  /** What was captured, in device pixels and the coordinates of the boxes. */
  region: Rectangle
  deviceScaleFactor: number
}

/** Returns boxes of CSS pixels in the pixels of a capture, rounded outwards. Boxes outside of it are left out. */
export const toImageAreas = (
  boxes: readonly Rectangle[],
  { region, deviceScaleFactor }: Captured,
): Rectangle[] =>
  boxes.flatMap((box) => {
    const area = outwards({
      x: box.x * deviceScaleFactor - region.x,
      y: box.y * deviceScaleFactor - region.y,
      width: box.width * deviceScaleFactor,
      height: box.height * deviceScaleFactor,
    })
    return intersect(area, { ...region, x: 0, y: 0 }) ?? []
  })

/** Returns areas of an image in the pixels of the image that was made of it by scaling. */
export const scaleAreas = (areas: readonly Rectangle[], from: PixelSize, to: PixelSize): Rectangle[] => {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height]
  return areas.map(({ x, y, width, height }) =>
    outwards({ x: x * scaleX, y: y * scaleY, width: width * scaleX, height: height * scaleY }),
  )
}

const outwards = ({ x, y, width, height }: Rectangle): Rectangle => {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }
}
