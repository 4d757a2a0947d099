/** The parts of a still GIF made by sharp: https://www.w3.org/Graphics/GIF/spec-gif89a.txt. */
interface IndexedImage {
  /** Red, green and blue of 2, 4, ... or 256 colors. */
  palette: Buffer
  /** Minimum code size and the compressed sub-blocks with their terminator. */
  image: Buffer
}

export interface GifFrame extends IndexedImage {
  left: number
  top: number
  width: number
  height: number
  /** Hundredths of a second. */
  delay: number
}

const descriptorBytes = 10

/** Returns the palette and the compressed image of a GIF with one frame. */
export const readIndexedImage = (file: Buffer): IndexedImage => {
  const global = readPalette(file, 13, file[10] ?? 0)
  let position = 13 + global.length
  while (file[position] === 0x21) position = skipBlocks(file, position + 2)
  if (file[position] !== 0x2c) throw new Error('The GIF has no image.')
  const local = readPalette(file, position + descriptorBytes, file[position + 9] ?? 0)
  const start = position + descriptorBytes + local.length
  return {
    palette: local.length > 0 ? local : global,
    image: file.subarray(start, skipBlocks(file, start + 1)),
  }
}

const readPalette = (file: Buffer, start: number, flags: number) =>
  file.subarray(start, start + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)))

const skipBlocks = (file: Buffer, start: number) => {
  let position = start
  while (position < file.length && file[position] !== 0) position += (file[position] ?? 0) + 1
  return position + 1
}

/** Returns an animation that loops indefinitely. Each frame is drawn over the previous one. */
export const writeGif = (width: number, height: number, frames: readonly GifFrame[]): Buffer => {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(width, 0)
  screen.writeUInt16LE(height, 2)
  const loop = Buffer.from([0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    loop,
    ...frames.flatMap((frame) => [frameHeader(frame), frame.palette, frame.image]),
    Buffer.from([0x3b]),
  ])
}

const frameHeader = ({ left, top, width, height, delay, palette }: GifFrame) => {
  const header = Buffer.alloc(8 + descriptorBytes)
  header.set([0x21, 0xf9, 4, 0x04])
  header.writeUInt16LE(Math.min(delay, 0xff_ff), 4)
  header[8] = 0x2c
  for (const [index, value] of [left, top, width, height].entries())
    header.writeUInt16LE(value, 9 + index * 2)
  header[17] = 0x80 | (Math.log2(palette.length / 3) - 1)
  return header
}
