import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import type { UsageHistory } from '../../../lib/schema/usage.ts'
import { dateLocale } from '../shared/format.ts'

export const operations = renderOperationIds

export type Operation = (typeof operations)[number]

/** The colors differ in lightness too, for readers who do not tell hues apart. */
export const operationColors: Readonly<Record<Operation, string>> = {
  screenshot: 'var(--mantine-color-indigo-6)',
  screencast: 'var(--mantine-color-teal-4)',
  pdf: 'var(--mantine-color-orange-5)',
  scrape: 'var(--mantine-color-grape-7)',
  snapshot: 'var(--mantine-color-cyan-8)',
}

type Day = UsageHistory['days'][number]

/** Returns the hits of all operations. */
export const totalOf = ({ hits }: Day): number => operations.reduce((sum, name) => sum + hits[name], 0)

/** Returns the hits of each operation over all days. */
export const sumByOperation = (days: readonly Day[]): Record<Operation, number> =>
  Object.fromEntries(
    operations.map((name) => [name, days.reduce((sum, { hits }) => sum + hits[name], 0)]),
  ) as Record<Operation, number>

/** Returns whole numbers at equal distances from 0, of which the last is the height of the chart. */
export const axisFor = (highest: number): number[] => {
  const intervals = 4
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / intervals)))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each * intervals >= highest) ?? 1
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step)
}

/** Returns a day in short: `22 Nov`. */
export const formatDay = (date: string): string =>
  new Intl.DateTimeFormat(dateLocale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(date),
  )

/** Returns the days as comma-separated values with a heading. They are dates and numbers, which no spreadsheet runs. */
export const toUsageCsv = (days: readonly Day[]): string =>
  [
    ['date', ...operations].join(','),
    ...days.map(({ date, hits }) => [date, ...operations.map((name) => hits[name])].join(',')),
  ].join('\n')
