/** Inches of one unit: https://www.w3.org/TR/css-values-3/#absolute-lengths */
const inchesOf: Readonly<Record<string, number>> = {
  px: 1 / 96,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  in: 1,
  pt: 1 / 72,
}

/** Inches of a CSS length such as `210mm`, `8.5in` or `0`; undefined for anything else. */
export const parseCssLength = (text: string): number | undefined => {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(px|cm|mm|in|pt)?$/i.exec(text) ?? []
  if (number === '') return undefined
  // Only zero needs no unit.
  if (unit === '') return Number(number) === 0 ? 0 : undefined
  return Number(number) * (inchesOf[unit.toLowerCase()] ?? Number.NaN)
}
