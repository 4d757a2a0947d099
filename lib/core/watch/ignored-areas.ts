import { intersect } from '../plan/capture-area.ts'
import type { PixelSize } from '../plan/image-size.ts'
import type { Rectangle } from '../plan/render-plan.ts'

interface Captured {
  /** What was captured, in device pixels and the coordinates of the boxes. */
  region: Rectangle
  deviceScaleFactor: number
  /** The image, which may be scaled. */
  image: PixelSize
}

/** Returns boxes of CSS pixels in the pixels of an image, rounded outwards. Boxes outside of the image are left out. */
export const toImageAreas = (
  boxes: readonly Rectangle[],
  { region, deviceScaleFactor, image }: Captured,
): Rectangle[] => {
  const [scaleX, scaleY] = [image.width / region.width, image.height / region.height]
  const whole = { x: 0, y: 0, ...image }
  return boxes.flatMap((box) => {
    const left = Math.floor((box.x * deviceScaleFactor - region.x) * scaleX)
    const top = Math.floor((box.y * deviceScaleFactor - region.y) * scaleY)
    const right = Math.ceil(((box.x + box.width) * deviceScaleFactor - region.x) * scaleX)
    const bottom = Math.ceil(((box.y + box.height) * deviceScaleFactor - region.y) * scaleY)
    const area = { x: left, y: top, width: right - left, height: bottom - top }
    return intersect(area, whole) ?? []
  })
}
