import type { Rectangle } from './render-plan.ts'

export interface RawImage {
  width: number
  height: number
  /** Row by row, with `bytesPerPixel` bytes per pixel. */
  data: Uint8Array
}

/** Returns the smallest rectangle that contains all differences of two images of one size, or undefined if they are equal. */
export const changedArea = (one: RawImage, other: RawImage, bytesPerPixel: number): Rectangle | undefined => {
  const { width, height } = one
  const stride = width * bytesPerPixel
  const isSameRow = (row: number) => {
    const start = row * stride
    return (
      Buffer.compare(one.data.subarray(start, start + stride), other.data.subarray(start, start + stride)) ===
      0
    )
  }
  let top = 0
  while (top < height && isSameRow(top)) top++
  if (top === height) return undefined
  let bottom = height
  while (isSameRow(bottom - 1)) bottom--
  let [first, last] = [stride, -1]
  for (let row = top; row < bottom; row++) {
    const start = row * stride
    let left = 0
    while (left < first && one.data[start + left] === other.data[start + left]) left++
    first = left
    let right = stride - 1
    while (right > last && one.data[start + right] === other.data[start + right]) right--
    last = right
  }
  const x = Math.floor(first / bytesPerPixel)
  return { x, y: top, width: Math.floor(last / bytesPerPixel) + 1 - x, height: bottom - top }
}
