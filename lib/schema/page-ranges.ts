/** Inclusive page numbers, starting at 1. Without `to`, the range ends at the last page. */
interface PageRange {
  from: number
  to?: number
}

const rangesMax = 100

/** Parses page ranges such as `1-5, 8, 11-`. Returns undefined for anything else. */
export const parsePageRanges = (text: string): PageRange[] | undefined => {
  const ranges = text.split(',').map(parseRange)
  const isWhole = (found: (PageRange | undefined)[]): found is PageRange[] => !found.includes(undefined)
  return isWhole(ranges) && ranges.length <= rangesMax ? ranges : undefined
}

const parseRange = (text: string): PageRange | undefined => {
  const [, first = '', dash = '', last = ''] = /^(\d{1,6})(?: *(-) *(\d{1,6})?)?$/.exec(text.trim()) ?? []
  const from = Number(first)
  if (from < 1) return undefined
  if (last !== '') return Number(last) < from ? undefined : { from, to: Number(last) }
  return dash === '' ? { from, to: from } : { from }
}
