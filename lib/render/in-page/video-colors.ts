interface Plane {
  offset: number
  stride: number
  rows: number
}

export interface VideoColors {
  /** Converts the planes of luma, blue and red difference from BT.601, which JPEG uses. All are in limited range. */
  convert(planes: readonly Plane[], video: Uint8Array<ArrayBuffer>): void
}

/** Returns the conversion of RGB colors to the video's. Its factors come from the shares of red and blue in luma (ITU-R BT.601, BT.709). */
export const createVideoColors = (matrix: 'bt709' | 'smpte170m'): VideoColors => {
  const [oldRed, oldBlue, newRed, newBlue] = [0.299, 0.114, 0.2126, 0.0722]
  const shares = [newRed, 1 - newRed - newBlue, newBlue] as const
  // How much red, green and blue exceed luma for one unit of a difference.
  const oldGreen = 1 - oldRed - oldBlue
  const ofBlue = [0, (-2 * oldBlue * (1 - oldBlue)) / oldGreen, 2 * (1 - oldBlue)] as const
  const ofRed = [2 * (1 - oldRed), (-2 * oldRed * (1 - oldRed)) / oldGreen, 0] as const
  const lumaOf = (color: readonly [number, number, number]) =>
    color.reduce((sum, value, index) => sum + value * (shares[index] as number), 0)
  const fixed = (value: number) => Math.round(value * 65_536)
  const [lumaBlue, lumaRed] = [lumaOf(ofBlue), lumaOf(ofRed)]
  // In limited range, luma has 219 steps where the differences have 224.
  const [addBlue, addRed] = [fixed((lumaBlue * 219) / 224), fixed((lumaRed * 219) / 224)]
  const [blueBlue, blueRed] = [
    fixed((ofBlue[2] - lumaBlue) / (2 - 2 * newBlue)),
    fixed(-lumaRed / (2 - 2 * newBlue)),
  ]
  const [redBlue, redRed] = [
    fixed(-lumaBlue / (2 - 2 * newRed)),
    fixed((ofRed[0] - lumaRed) / (2 - 2 * newRed)),
  ]
  const rounded = (value: number) => (value + 32_768) >> 16

  return {
    convert([luma, blue, red], video) {
      if (matrix !== 'bt709' || !luma || !blue || !red) return
      const samples = new Uint8ClampedArray(video.buffer)
      const addTo = (row: number, column: number, change: number) => {
        if (row >= luma.rows || column >= luma.stride) return
        const at = luma.offset + row * luma.stride + column
        samples[at] = (samples[at] as number) + change
      }
      const convert = (row: number, column: number) => {
        const blueAt = blue.offset + row * blue.stride + column
        const redAt = red.offset + row * red.stride + column
        const [b, r] = [(samples[blueAt] as number) - 128, (samples[redAt] as number) - 128]
        // Gray is the same in both.
        if (b === 0 && r === 0) return
        samples[blueAt] = 128 + rounded(blueBlue * b + blueRed * r)
        samples[redAt] = 128 + rounded(redBlue * b + redRed * r)
        const change = rounded(addBlue * b + addRed * r)
        for (let y = 0; y < 2; y++) for (let x = 0; x < 2; x++) addTo(row * 2 + y, column * 2 + x, change)
      }
      for (let row = 0; row < blue.rows; row++)
        for (let column = 0; column < blue.stride; column++) convert(row, column)
    },
  }
}
