import { parseCssLength } from '../../schema/css-length.ts'
import type { PaperFormat } from '../../schema/fields/pdf.ts'
import { paperSizes } from '../../schema/fields/pdf-rules.ts'

/** Inches. */
export interface PageSize {
  width: number
  height: number
}

const pointsPerInch = 72

/** Chromium rounds both sides to whole points, and these to 300 dots per inch. */
const roundingPoints = 1.25

/**
 * Returns the entries of a page object with its exact size. Chromium draws from the upper left corner, and everything up to the exact size.
 * The box stays if none of the sizes can have become it by rounding.
 */
export const withExactBox = (entries: string, sizes: readonly PageSize[]): string =>
  entries.replace(/\/MediaBox \[0 0 ([\d.]{1,20}) ([\d.]{1,20})\]/, (box, width: string, height: string) => {
    const isNear = (points: string, inches: number) =>
      Math.abs(Number(points) - inches * pointsPerInch) < roundingPoints
    const size = sizes.find((one) => isNear(width, one.width) && isNear(height, one.height))
    if (size === undefined) return box
    const bottom = Number(height) - size.height * pointsPerInch
    return `/MediaBox [0 ${toNumber(bottom)} ${toNumber(size.width * pointsPerInch)} ${toNumber(Number(height))}]`
  })

const toNumber = (value: number) => String(Math.round(value * 1000) / 1000)

const pixelsPerInch = 96

/**
 * Returns the length of a side in a page rule. Chromium draws the background of the document to the nearest whole pixel, which must not be
 * before the edge.
 */
export const toRuleLength = (inches: number): string => {
  const pixels = inches * pixelsPerInch
  const whole = Math.floor(pixels + 1e-6)
  return `${pixels - whole > 1e-6 && pixels - whole < 0.52 ? whole + 0.52 : pixels}px`
}

/** Returns whether Chromium prints paper of this size exactly. */
export const isExact = ({ width, height }: PageSize): boolean =>
  [width, height].every(
    (inches) => Math.abs(inches * pointsPerInch - Math.round(inches * pointsPerInch)) < 1e-6,
  )

/** Returns the sizes that the value of `size` in a page rule can mean, in inches; none if it names only an orientation. */
export const parsePageSize = (value: string): PageSize[] => {
  const words = value.toLowerCase().split(' ')
  const lengths = words.flatMap((word) => parseCssLength(word) ?? [])
  const format = words.flatMap((word) => (word in paperSizes ? [paperSizes[word as PaperFormat]] : []))[0]
  const [width, height = width] = format ?? lengths
  return width === undefined || height === undefined ? [] : bothWays({ width, height })
}

/** Pages may be rotated. */
export const bothWays = ({ width, height }: PageSize): PageSize[] => [
  { width, height },
  { width: height, height: width },
]
