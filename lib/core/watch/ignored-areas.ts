import { InvalidParameterError } from '../../base/errors.ts'
import { intersect } from '../plan/capture-area.ts'
import type { PixelSize } from '../plan/image-size.ts'
import type { ImagePosition, Rectangle, Thumbnail } from '../plan/render-plan.ts'

interface Captured {
  /** The captured area, in device pixels and the coordinates of the boxes. */
  region: Rectangle
  deviceScaleFactor: number
}

/** Areas that a run can ignore. Their number is bounded because records contain them. */
export const ignoredAreasMax = 100

/** @throws InvalidParameterError if there are too many. One box around all of them would hide what changes between them. */
export const assertAreas = (boxes: readonly Rectangle[]) => {
  if (boxes.length > ignoredAreasMax)
    throw new InvalidParameterError(
      `\`watch.ignore_selectors\` matches more than ${ignoredAreasMax} visible elements. Use the selector of an element that contains them.`,
    )
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

/** Returns areas of an image in the pixels of the image that was made of it by scaling, cutting it or adding a border. */
export const fitAreas = (
  areas: readonly Rectangle[],
  { from, to, fit }: { from: PixelSize; to: PixelSize; fit: Thumbnail['fit'] },
): Rectangle[] => {
  const [stretchX, stretchY] = [to.width / from.width, to.height / from.height]
  const [scaleX, scaleY] =
    fit?.kind === 'cover' || fit?.kind === 'pad'
      ? uniform(fit.kind, stretchX, stretchY)
      : [stretchX, stretchY]
  const position = fit && 'position' in fit ? fit.position : 'center'
  const left = (to.width - from.width * scaleX) * shareBefore(position, 'left', 'right')
  const top = (to.height - from.height * scaleY) * shareBefore(position, 'top', 'bottom')
  return areas.flatMap(({ x, y, width, height }) => {
    const area = outwards({
      x: left + x * scaleX,
      y: top + y * scaleY,
      width: width * scaleX,
      height: height * scaleY,
    })
    return intersect(area, { x: 0, y: 0, ...to }) ?? []
  })
}

const uniform = (kind: 'cover' | 'pad', stretchX: number, stretchY: number): [number, number] => {
  const scale = kind === 'cover' ? Math.max(stretchX, stretchY) : Math.min(stretchX, stretchY)
  return [scale, scale]
}

/** Returns the share of the space that is left over, or of what is cut off, that is before the image. */
const shareBefore = (position: ImagePosition, start: string, end: string): number => {
  const words = position.split(' ')
  if (words.includes(start)) return 0
  return words.includes(end) ? 1 : 0.5
}

const outwards = ({ x, y, width, height }: Rectangle): Rectangle => {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top }
}
