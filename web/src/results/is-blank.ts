/** How many rows are read at once. Most images differ in the first. */
const rows = 256

/** Returns whether all pixels of an image have the same color. It must come from this origin. */
export const isBlank = (image: HTMLImageElement): boolean => {
  const { naturalWidth: width, naturalHeight: height } = image
  const context = Object.assign(document.createElement('canvas'), { width, height: rows }).getContext('2d', {
    willReadFrequently: true,
  })
  let first: number | undefined
  for (let top = 0; context && top < height; top += rows) {
    context.clearRect(0, 0, width, rows)
    context.drawImage(image, 0, -top)
    const { data } = context.getImageData(0, 0, width, Math.min(rows, height - top))
    const pixels = new Uint32Array(data.buffer)
    first ??= pixels[0]
    if (pixels.some((pixel) => pixel !== first)) return false
  }
  return first !== undefined
}
